import type { Citation, SectionLink, Statement } from '@ibid/client';
import type { AnswerGroup, BlockNode, Placed } from '../../exchange/answer-layout.ts';

/** A cited section with all its citations. */
export interface Source {
  /** From 1, in order of first use. */
  readonly number: number;
  readonly citations: readonly [Citation, ...Citation[]];
}

/** A footnote mark: one source, and the words it refers to. */
export interface Reference extends Omit<SectionLink, 'href'> {
  /** Number of its source. */
  readonly number: number;
  /** Words to go to. */
  readonly quote: string;
  /** Words to show. */
  readonly shown: string;
  readonly isCode: boolean;
}

/** Footnotes of one statement. */
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

/** Footnotes of all statements of each node of a group, in their order. In an excerpt, all footnotes of a node go to its last statement. */
export function groupNotes({ excerpt, nodes }: AnswerGroup, sources: readonly Source[]): readonly (readonly Notes[])[] {
  let carried: readonly Statement[] = [];
  return nodes.map((node, at) => {
    const statements = statementsOf(node);
    if (excerpt === null) return tellingNotes(node, statements, sources);
    const none = statements.map((): Notes => []);
    // Footnotes of a label or lead-in move to the end of the node that follows it.
    const isCarried = at < nodes.length - 1 && leadsOn(node);
    const all = [...carried, ...statements];
    carried = isCarried ? all : [];
    return isCarried ? none : [...none.slice(0, -1), quotedReferences(all, sources)];
  });
}

/** True for a label, and for a line that continues below: with a formula, a list or code. */
function leadsOn(node: BlockNode): boolean {
  if (node.type === 'list') return false;
  const { type, statements } = node.block;
  return type === 'label' || (type === 'paragraph' && !/[.!?…。！？۔।]\W*$/u.test(statements.at(-1)!.text));
}

export function statementsOf<S extends Placed>(node: BlockNode<S>): readonly S[] {
  if (node.type === 'block') return node.block.statements;
  return node.items.flatMap(({ block, children }) => [...block.statements, ...children.flatMap(statementsOf)]);
}

/** Footnotes of a model's text: neighbouring statements of a paragraph or table with the same citations have them only once, after the last. */
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

/** Neighbouring quotes of one section become one reference. */
function quotedReferences(statements: readonly Statement[], sources: readonly Source[]): readonly Reference[] {
  const isCode = statements.every(({ kind }) => kind === 'code');
  const isParagraph =
    !isCode && statements.every(({ block, kind }) => block === statements[0]!.block && kind !== 'row');
  // Left out of the words to go to: a page draws a label elsewhere or changes it, such as the name of a tab or the kind of a box.
  const labels = new Set(statements.flatMap(({ kind, citations }) => (kind === 'label' ? citations : [])));
  return citationsOf(statements, sources).map(({ number, citations }) => {
    const told = citations.filter(({ index }) => !labels.has(index));
    return {
      ...reference(number, citations, isParagraph ? ' ' : '\n', isCode),
      quote: (told.length > 0 ? told : citations).map(({ quote }) => quote).join(isParagraph ? ' ' : '\n'),
    };
  });
}

/** Sources of the statements, each with the citations used here. */
export function citationsOf(statements: readonly Statement[], sources: readonly Source[]): readonly Source[] {
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

/** True if two plain values are equal, and their keys in the same order. A finished reply repeats all statements and footnotes as new objects. */
export function sameValue(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** True if the text is the page's own wording. Such text is shown unchanged: its asterisks and backticks are no markup. */
export function isVerbatim(text: string, quotes: readonly string[]): boolean {
  const words = plain(text);
  return quotes.some((quote) => plain(quote).includes(words));
}

/** Ignores spaces, line breaks and cell bars, which may differ between a statement and its quote. */
function plain(text: string): string {
  return text.replaceAll(/[\s|]+/gu, ' ').trim();
}
