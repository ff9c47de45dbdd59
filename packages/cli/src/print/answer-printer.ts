import { answerBlocks, sectionName, type AnswerBlock } from '@ibid/client';
import { pathKey } from '@ibid/core';
import type {
  Answer,
  Citation,
  ClosestPassage,
  Engine,
  Excerpt,
  SectionLink,
  Statement,
  Warning,
} from '@ibid/core/types';
import { hrefTo } from '@ibid/wire';
import { OWN_MACHINE } from '../open-index.ts';
import { plain, type Terminal } from '../terminal.ts';
import { blockText, isTight } from './block-text.ts';
import { wordsOf, wrap } from './wrap.ts';

/** Quotes are shortened, because most of a quote is in the answer already. */
const QUOTED_CHARACTERS = 400;
const QUOTED_LINES = 3;
/** Lines shown of each passage that only comes close. */
const CLOSEST_LINES = 8;
/** Warnings that say no more than the message of the answer, or than the line on corrections. */
const TOLD_BETTER: readonly string[] = ['corrected', 'below_threshold'];

export interface AnswerPrinter {
  /** Called before the excerpt's first statement. */
  readonly excerpt: (excerpt: Excerpt) => void;
  /** Called before the first statement that uses the citation. */
  readonly cite: (citation: Citation) => void;
  /** Written at once, except rows of a table. */
  readonly statement: (statement: Statement) => void;
  /** `files` are those of `sourceFiles`. */
  readonly end: (answer: Answer, notes: readonly Warning[], files: ReadonlyMap<string, string>) => void;
}

/**
 * Prints an answer while it is made: excerpts under the name of their section, statements of a model with footnote numbers, then the cited
 * sections. Numbers identify sections; an excerpt shows its number next to the section name.
 */
export function answerPrinter(terminal: Terminal): AnswerPrinter {
  const { color, out, width } = terminal;
  const excerpts: Excerpt[] = [];
  const sources: { readonly section: SectionLink; readonly citations: Citation[] }[] = [];
  const statements: Statement[] = [];
  /** The last block, and the part of its text that is printed. */
  let last: AnswerBlock<Statement> | undefined;
  let printed = '';
  /** Number of the section whose name was printed last; 0 for none, or for one that nothing cites. */
  let under = 0;
  let files: ReadonlyMap<string, string> = new Map();

  function print(block: AnswerBlock<Statement>): void {
    const text = blockText(block, terminal, marksOf);
    out(text.slice(printed.length));
    printed = text;
  }

  function endBlock(): void {
    if (last === undefined) return;
    print(last);
    out('\n');
    printed = '';
  }

  /** Prints what stands above a block: the side of a contradiction and the name of a section. Returns false if there is nothing. */
  function printHeads(block: AnswerBlock<Statement>): boolean {
    const isSide = block.side !== (last?.side ?? 0) && block.side > 0;
    if (isSide) {
      if (last !== undefined) out('\n');
      out(`${color.dim(block.side === 1 ? 'One page says' : 'Another page says')}\n`);
    }
    const excerpt = block.excerpt === undefined ? undefined : excerpts[block.excerpt];
    if (excerpt === undefined) return isSide;
    const isNext = block.excerpt !== last?.excerpt;
    if (isNext) {
      under = 1 + sources.findIndex(({ section }) => isSame(section, excerpt));
      if (last !== undefined && !isSide) out('\n');
      name(color.underline(plain(path(excerpt))));
    }
    const numbers = block.statements[0]!.citations.map(numberOf);
    if (numbers.length === 0 || numbers.includes(under)) return isNext;
    // A short section goes on in its first subsection.
    under = numbers[0]!;
    if (!isNext) out('\n');
    name(color.bold(plain(sources[under - 1]!.section.heading)));
    return true;
  }

  function marksOf({ citations, excerpt }: Statement): string {
    const numbers = new Set(citations.map(numberOf));
    if (excerpt !== undefined) numbers.delete(under);
    return [...numbers].map((number) => `[${number}]`).join('');
  }

  function name(section: string): void {
    out(`${section}${under === 0 ? '' : color.cyan(` [${under}]`)}\n\n`);
  }

  function numberOf(index: number): number {
    return 1 + sources.findIndex(({ citations }) => citations.some((citation) => citation.index === index));
  }

  return {
    excerpt: (excerpt) => void excerpts.push(excerpt),
    cite(citation) {
      const known = sources.find(({ section }) => isSame(section, citation));
      if (known === undefined) sources.push({ section: citation, citations: [citation] });
      else known.citations.push(citation);
    },
    statement(statement) {
      statements.push(statement);
      const block = answerBlocks(statements).at(-1)!;
      if (block.statements.length === 1) {
        endBlock();
        if (!printHeads(block) && last !== undefined && !isTight(last, block)) out('\n');
      }
      last = block;
      // The widths of columns depend on all rows.
      if (block.type !== 'table') print(block);
    },
    end(answer, notes, pageFiles) {
      files = pageFiles;
      endBlock();
      if (answer.message !== '') {
        if (statements.length > 0) out('\n');
        out(`${wrap(wordsOf(plain(answer.message)), width)}\n`);
      }
      // With an answer, these passages would push it off the screen.
      const nearby = answer.outcome === 'insufficient' ? answer.closest : [];
      for (const passage of nearby) closest(passage);
      if (sources.length > 0) out('\n');
      for (const [at, source] of sources.entries()) footnote(at + 1, source);
      if (answer.outcome !== 'answered' && nearby.length === 0 && answer.nearest.length > 0) {
        out(`\n${color.bold('Nearest sections')}\n`);
        for (const link of answer.nearest)
          out(`- ${plain(sectionName(link))}\n  ${addressText(link, files, terminal)}\n`);
      }
      for (const { from, to } of answer.corrected) {
        note(`searched for “${to}” instead of “${from}”. With --exact words are searched as typed.`);
      }
      for (const { code, text } of [...notes, ...answer.warnings]) if (!TOLD_BETTER.includes(code)) note(text);
    },
  };

  function note(text: string): void {
    terminal.note(color.dim(`note: ${plain(text)}`));
  }

  function closest(passage: ClosestPassage): void {
    out(`\n${color.underline(plain(path(passage)))}\n`);
    out(`${color.dim(addressText(passage, files, terminal))}\n\n`);
    const blocks = answerBlocks(passage.statements.map((statement) => ({ ...statement, side: 0, excerpt: 0 })));
    const lines = blocks.flatMap((block, at) => {
      const text = blockText(block, terminal, () => '').split('\n');
      return at > 0 && !isTight(blocks[at - 1]!, block) ? ['', ...text] : text;
    });
    out(`${lines.slice(0, CLOSEST_LINES).join('\n')}\n${lines.length > CLOSEST_LINES ? '…\n' : ''}`);
  }

  function footnote(index: number, { section: link, citations }: (typeof sources)[number]): void {
    const number = `[${index}]`;
    const indent = ' '.repeat(number.length + 1);
    out(`${color.cyan(number)} ${color.bold(plain(sectionName(link)))}\n`);
    // Excerpts show the text of their citations unchanged.
    const shown = statements.flatMap((one) => (one.excerpt === undefined ? [] : one.citations));
    for (const citation of citations) if (!shown.includes(citation.index)) quote(citation, indent);
    out(`${indent}${addressText(link, files, terminal, citations[0]!.quote)}\n`);
  }

  function quote(citation: Citation, indent: string): void {
    const [words = '', ...more] = plain(citation.quote).split('\n');
    if (more.length > 0) {
      const lines = [words, ...more.slice(0, QUOTED_LINES - 1), ...(more.length < QUOTED_LINES ? [] : ['…'])];
      for (const line of lines) out(`${indent}${color.dim(line)}\n`);
    } else {
      const short = words.length > QUOTED_CHARACTERS ? `${words.slice(0, QUOTED_CHARACTERS)}…` : words;
      out(`${wrap(wordsOf(`“${short}”`, color.dim), width, indent)}\n`);
    }
  }
}

function isSame(one: Pick<SectionLink, 'url' | 'anchor'>, other: Pick<SectionLink, 'url' | 'anchor'>): boolean {
  return one.url === other.url && one.anchor === other.anchor;
}

/** Page title and headings down to the section. */
function path({ title, heading, headings }: Excerpt): string {
  const parts = [title, ...(headings.length > 0 ? headings : [heading])];
  return parts.filter((part, at) => part !== '' && part !== parts[at - 1]).join(' › ');
}

/** Files of those of the links whose address is only assumed, because nothing says where the site is published; by URL. */
export async function sourceFiles(
  { page }: Pick<Engine, 'page'>,
  links: readonly Pick<SectionLink, 'url'>[],
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const url of new Set(links.map((link) => link.url))) {
    if (!OWN_MACHINE.test(url)) continue;
    const { sourceFile = '' } = (await page(pathKey(url))) ?? {};
    // Crawled pages have the path of their URL instead of a file, and their address works.
    if (sourceFile !== '' && !sourceFile.startsWith('/')) files.set(url, sourceFile);
  }
  return files;
}

/** The address of a section, or the file of its page if `files` has it, linked to the address; `cited` is a quote to highlight there. */
export function addressText(
  link: Pick<SectionLink, 'url' | 'anchor'>,
  files: ReadonlyMap<string, string>,
  { color, link: linked }: Terminal,
  cited?: string,
): string {
  return linked(color.underline(plain(files.get(link.url) ?? hrefTo(link))), hrefTo(link, cited));
}
