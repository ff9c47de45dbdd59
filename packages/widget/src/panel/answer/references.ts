import type { Citation, SectionLink, Statement } from '@ibid/client';
import type { AnswerGroup, BlockNode, Placed } from '../../exchange/answer-layout.ts';

/** A section that is cited, with all that is cited of it. */
export interface Source {
  /** From 1, in order of first use. */
  readonly number: number;
  readonly citations: readonly [Citation, ...Citation[]];
}

/** A footnote mark: one source, and the words of it that are meant. */
export interface Reference extends Omit<SectionLink, 'href'> {
  /** Of its source. */
  readonly number: number;
  /** Words to go to. */
  readonly quote: string;
  /** Words to show. */
  readonly shown: string;
  readonly isCode: boolean;
}

/** What goes with one statement. */
export type Notes = readonly Reference[];

export function sourcesOf(citations: readonly Citation[]): readonly Source[] {
  const sources: { number: number; citations: [Citation, ...Citation[]] }[] = [];
  for (const citation of citations) {
    const known = sources.find(({ citations: [first] }) => sameSection(first, citation));
    if (known === undefined) sources.push({ number: sources.length + 1, citations: [citation] });
    else known.citations.push(citation);
  }
  return sources;
}

/** Of all statements of each node of a group, in their order. In an excerpt the last one of a node has the footnotes of them all. */
export function groupNotes({ excerpt, nodes }: AnswerGroup, sources: readonly Source[]): readonly (readonly Notes[])[] {
  let carried: readonly Statement[] = [];
  return nodes.map((node, at) => {
    const statements = statementsOf(node);
    if (excerpt === null) return tellingNotes(node, statements, sources);
    const none = statements.map((): Notes => []);
    // The footnotes of what leads to something stand at the end of that.
    const isCarried = at < nodes.length - 1 && leadsOn(node);
    const all = [...carried, ...statements];
    carried = isCarried ? all : [];
    return isCarried ? none : [...none.slice(0, -1), quotedReferences(all, sources)];
  });
}

/** A label, or a line that goes on below: into a formula, a list, code. */
function leadsOn(node: BlockNode): boolean {
  if (node.type === 'list') return false;
  const { type, statements } = node.block;
  return type === 'label' || (type === 'paragraph' && !/[.!?…。！？۔।]\W*$/u.test(statements.at(-1)!.text));
}

export function statementsOf<S extends Placed>(node: BlockNode<S>): readonly S[] {
  if (node.type === 'block') return node.block.statements;
  return node.items.flatMap(({ block, children }) => [...block.statements, ...children.flatMap(statementsOf)]);
}

/** A model's words: neighbours in a paragraph or a table that cite the same carry it once, at the end of their run. */
function tellingNotes(node: BlockNode, statements: readonly Statement[], sources: readonly Source[]): readonly Notes[] {
  return statements.map((statement, at) => {
    const isRepeated = node.type === 'block' && citedKey(statement) === citedKey(statements[at + 1]);
    if (isRepeated) return [];
    return citationsOf([statement], sources).map(({ number, citations }) => reference(number, citations, '\n', false));
  });
}

function citedKey(statement: Statement | undefined): string {
  return [...new Set(statement?.citations)].sort().join(' ');
}

/** Quotes of one section that stand side by side are gone to as one. */
function quotedReferences(statements: readonly Statement[], sources: readonly Source[]): readonly Reference[] {
  const isCode = statements.every(({ kind }) => kind === 'code');
  const isParagraph =
    !isCode && statements.every(({ block, kind }) => block === statements[0]!.block && kind !== 'row');
  // A page draws a label elsewhere, or in words of its own: the name of a tab, the kind of a box.
  const labels = new Set(statements.flatMap(({ kind, citations }) => (kind === 'label' ? citations : [])));
  return citationsOf(statements, sources).map(({ number, citations }) => {
    const told = citations.filter(({ index }) => !labels.has(index));
    return {
      ...reference(number, citations, isParagraph ? ' ' : '\n', isCode),
      quote: (told.length > 0 ? told : citations).map(({ quote }) => quote).join(isParagraph ? ' ' : '\n'),
    };
  });
}

function citationsOf(statements: readonly Statement[], sources: readonly Source[]): readonly Source[] {
  const numbers = new Set(statements.flatMap(({ citations }) => citations));
  return sources.flatMap(({ number, citations }) => {
    const [first, ...rest] = citations.filter(({ index }) => numbers.has(index));
    return first === undefined ? [] : [{ number, citations: [first, ...rest] as const }];
  }) as readonly Source[];
}

function reference(number: number, citations: Source['citations'], between: string, isCode: boolean): Reference {
  const { url, anchor, title, section, quote } = citations[0];
  const shown = citations.map((citation) => citation.quote).join(between);
  return { number, url, anchor, title, section, quote, shown, isCode: isCode || quote.includes('\n') };
}

export function sameSection(
  one: Pick<SectionLink, 'url' | 'anchor'>,
  other: Pick<SectionLink, 'url' | 'anchor'>,
): boolean {
  return one.url === other.url && one.anchor === other.anchor;
}

/** Whether two plain values say the same. A finished reply brings all statements and footnotes again, as other objects. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => sameValue(one[key as keyof object], other[key as keyof object]))
  );
}

/** Whether these are the page's own words: such text is shown as it is, for its asterisks and backticks are asterisks and backticks. */
export function isVerbatim(text: string, quotes: readonly string[]): boolean {
  const words = plain(text);
  return quotes.some((quote) => plain(quote).includes(words));
}

/** Spaces, line breaks and the bars between cells differ between a statement and its quote. */
function plain(text: string): string {
  return text.replaceAll(/[\s|]+/gu, ' ').trim();
}
