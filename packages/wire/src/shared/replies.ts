/** Parts of replies that dialects share: the answer as text, citations, lists of passages, texts for outcomes, and frames of a stream. */
import {
  type AnswerBlock,
  answerBlocks,
  escapeMarkdown,
  fencedCode,
  inlineCode,
  joinMarkdown,
  type Placed,
  rowCells,
  sectionName,
  textFragment,
} from '@ibid/client';
import type { Answer, Citation, Passage, Statement, Warning } from '@ibid/core/types';
import type { WireReply } from '../dialect.ts';

/** A reply with status 200. */
export function ok(body: unknown): WireReply {
  return { status: 200, headers: {}, body };
}

/** Outcome names in contracts that have a status field. */
export const ANSWER_STATUSES = ['answered', 'insufficient_context', 'refused'] as const;

export function answerStatus({ outcome }: Pick<Answer, 'outcome'>): (typeof ANSWER_STATUSES)[number] {
  return outcome === 'insufficient' ? 'insufficient_context' : outcome;
}

/** Returns the sentence that explains why there is no answer; never empty. */
export function outcomeMessage({ message }: Pick<Answer, 'message'>): string {
  return message.trim() === '' ? 'These pages do not answer that.' : message;
}

/** Returns the reason for a missing answer as a warning, for dialects without a message field; empty if there is an answer. */
export function reasonWarnings(answer: Pick<Answer, 'outcome' | 'message'>): readonly Warning[] {
  return answer.outcome === 'answered' ? [] : [{ code: answerStatus(answer), text: outcomeMessage(answer) }];
}

/** Warnings that repeat what the answer's message already says. */
const SAID_ALREADY = /^(?:contradiction|scope_empty|model_\w+)$/u;

/** Returns all messages for the reader in addition to the answer, as sentences without codes; `null` if there are none. */
export function readerMessage(answer: Pick<Answer, 'message' | 'warnings'>, notes: readonly Warning[]): string | null {
  const warnings = [...notes, ...answer.warnings]
    .filter(({ code }) => answer.message === '' || !SAID_ALREADY.test(code))
    .map(({ text }) => asSentence(text));
  const sentences = [asSentence(answer.message), ...warnings].filter((text) => text !== '');
  return sentences.length === 0 ? null : [...new Set(sentences)].join(' ');
}

/** Formats warnings as `code: text`, for contracts that use strings. */
export function warningLines(...warnings: readonly (readonly Warning[])[]): string[] {
  return warnings.flat().map(({ code, text }) => `${code}: ${text}`);
}

/** Adds a capital at the start and a full stop at the end; returns `''` for blank text. */
export function asSentence(text: string): string {
  const clean = text.trim();
  if (clean === '') return '';
  return clean.charAt(0).toUpperCase() + clean.slice(1) + (/[.!?…]$/u.test(clean) ? '' : '.');
}

/** A cited passage: its first citation, and all quotes from it in order of first use. */
export type CitedChunk = Citation & { readonly quotes: readonly string[] };

/** Returns each cited passage once, in order of first use. */
export function citedChunks(citations: readonly Citation[]): readonly CitedChunk[] {
  const found = new Map<string, CitedChunk>();
  for (const citation of citations) {
    const { quotes, ...first } = found.get(citation.chunkId) ?? { ...citation, quotes: [] };
    found.set(citation.chunkId, { ...first, quotes: [...quotes, citation.quote] });
  }
  return [...found.values()];
}

/**
 * Sorts passages for a list: by the displayed similarity, highest first, ties by chunk id. Passages of a selection keep their page order.
 * If there are more than `limit`, because a model searched again, the cited ones are kept first, then the most similar.
 */
export function listedPassages(
  passages: readonly Passage[],
  limit?: number,
  citations: readonly Pick<Citation, 'chunkId'>[] = [],
): readonly Passage[] {
  if (passages.some(isSelected)) return passages;
  const listed = passages.toSorted((a, b) => b.similarity - a.similarity || (a.chunk.id < b.chunk.id ? -1 : 1));
  const cited = new Set(citations.map(({ chunkId }) => chunkId));
  const first = listed.toSorted((a, b) => Number(cited.has(b.chunk.id)) - Number(cited.has(a.chunk.id)));
  const kept = new Set(first.slice(0, limit));
  return listed.filter((passage) => kept.has(passage));
}

/** Returns the similarity for a reply; `null` if the embedder did not answer, because none was measured. */
export function measured(similarity: number, warnings: readonly Warning[]): number | null {
  return similarity === 0 && warnings.some(({ code }) => code === 'vector_leg_missing') ? null : similarity;
}

/** Returns true if a passage is the reader's own selection, in the index or not. It has no search rank. */
export function isSelected({ score, similarity, window }: Pick<Passage, 'score' | 'similarity' | 'window'>): boolean {
  return window !== undefined || (score === 0 && similarity === 1);
}

/** Counts the tokens of a passage. A selection outside the index has no count; of one inside, the whole passage counts. */
export function tokensOf(passage: Passage, countTokens: (text: string) => number): number {
  const { chunk, window } = passage;
  return isSelected(passage) && window === undefined ? Math.max(1, countTokens(chunk.text)) : chunk.tokens;
}

/** Returns a placeholder for the required page address of a selection that is on no indexed page. */
export function pageOrMarker(url: string): string {
  return url === '' ? 'selected_text' : url;
}

/** Returns a URL that opens a page at a section or, with `quote`, at the quoted words. */
export function hrefTo(target: { readonly url: string; readonly anchor: string }, quote = ''): string {
  const text = textFragment(quote);
  // `encodeURI` keeps normal ids readable and prevents a hostile one from ending the fragment.
  const hash = encodeURI(target.anchor.toWellFormed()) + (text === '' ? '' : `:~:text=${text}`);
  return hash === '' ? target.url : `${target.url}#${hash}`;
}

/** Formats one server-sent event. JSON.stringify escapes line breaks, so the data always fits one `data:` line. */
export function eventFrame(name: string, data: unknown): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

type Told = Placed & Pick<Statement, 'citations' | 'language'>;

/**
 * Renders statements as Markdown: paragraphs, nested lists, tables and code. Shown by a renderer, each has its own text: signs that would be
 * markup are escaped, and addresses are code. With `notes`, footnotes are added as `[1][2]`: after each block of an excerpt, or after each
 * statement that a model worded.
 *
 * Another statement changes nothing before the last block; see `certainStatements`.
 */
export function answerText(statements: readonly Told[], notes?: Footnotes): string {
  let text = '';
  let before: AnswerBlock | undefined;
  // Columns where the contents of the open list items begin, outermost first.
  let columns: readonly number[] = [];
  let isOther = false;
  // A label's footnotes are moved to the end of the block that it introduces.
  let carried: readonly number[] = [];
  const blocks = answerBlocks(statements);
  for (const [at, block] of blocks.entries()) {
    // If two lists of different excerpts are adjacent, another marker starts a new list.
    if (before?.excerpt !== block.excerpt) {
      if (before !== undefined && before.depth > 0 && block.depth > 0) isOther = !isOther;
      columns = [];
    }
    const isListed = block.type === 'item' || block.type === 'step';
    columns = columns.slice(0, isListed ? block.depth - 1 : block.depth);
    const isWide = block.type === 'code' && block.statements.some((one) => /[\n\r]/u.test(one.text));
    // Lines of code must keep their bytes, so they cannot be indented. They end the list.
    if (isWide) columns = [];
    const indent = ' '.repeat(columns.at(-1) ?? 0);
    const marker = !isListed
      ? ''
      : block.type === 'item'
        ? `${isOther ? '*' : '-'} `
        : `${block.ordinal}${isOther ? ')' : '.'} `;
    if (isListed) columns = [...columns, indent.length + marker.length];
    if (before !== undefined) text += isTight(before, block) ? '\n' : '\n\n';
    const own = block.statements.flatMap(({ citations }) => citations);
    const isCarried = block.type === 'label' && blocks[at + 1]?.excerpt === block.excerpt;
    const shown = isCarried ? '' : footnotes([...carried, ...own], notes);
    carried = isCarried ? [...carried, ...own] : [];
    const isQuoted = block.excerpt !== undefined;
    const noteOf = ({ citations }: Told, index: number): string => {
      if (!isQuoted) return footnotes(citations, notes);
      return index === block.statements.length - 1 ? shown : '';
    };
    text += indent + marker + linesOf(block, block.statements.map(noteOf)).join(`\n${indent}`);
    before = block;
  }
  return text;
}

/**
 * Returns the statements whose rendered text can no longer change. The last block still can: a single row is a line but two are a table,
 * and footnotes come at the end of a block or, for a label, of the block after it.
 */
export function certainStatements<S extends Placed>(statements: readonly S[]): readonly S[] {
  const blocks = answerBlocks(statements);
  const last = blocks.at(-1);
  if (last === undefined || (last.type !== 'table' && last.excerpt === undefined)) return statements;
  const end = blocks.findLastIndex((block, at) => at < blocks.length - 1 && !isHeld(block)) + 1;
  return blocks.slice(0, end).flatMap((block) => [...block.statements]);
}

function isHeld({ type, excerpt }: AnswerBlock): boolean {
  return type === 'label' && excerpt !== undefined;
}

/** Returns true for two adjacent blocks of the same list. */
function isTight(one: AnswerBlock, other: AnswerBlock): boolean {
  const isList = [one, other].every(({ type }) => type === 'item' || type === 'step');
  return (
    isList &&
    one.excerpt === other.excerpt &&
    one.side === other.side &&
    (one.type === other.type || one.depth !== other.depth)
  );
}

/** Renders a block as lines, each statement with its footnotes. */
function linesOf({ type, excerpt, statements }: AnswerBlock<Told>, notes: readonly string[]): readonly string[] {
  if (type === 'code') {
    const text = statements.map((statement) => statement.text).join('\n');
    return [...fencedCode(text, statements[0]!.language), ...notes.filter((note) => note !== '')];
  }
  const words = statements.map(statementText);
  const isBold = type === 'label' && excerpt !== undefined;
  const [parts, shown] = isBold ? [[`**${words.join(' ')}**`], notes.slice(-1)] : [words, notes];
  const texts = parts.map((text, at) => (shown[at] === '' ? text : `${text} ${shown[at]}`));
  return type === 'table' ? table(statements, texts) : [texts.join(' ')];
}

/** Text of a statement within an answer's Markdown: code in backticks, bars between cells, and nothing that links or embeds. */
export function statementText({ kind, text, marks = [] }: Pick<Placed, 'kind' | 'text' | 'marks'>): string {
  if (kind === 'code') return text.replaceAll(/\r\n?/gu, '\n');
  const isRow = kind === 'row' || kind === 'header';
  // Code in a table cannot have a bar.
  const codes = marks
    .filter((mark) => mark.kind === 'code' && !(isRow && text.slice(mark.start, mark.end).includes('|')))
    .toSorted((one, other) => one.start - other.start);
  const cells = isRow ? rowCells({ text, marks }) : [{ start: 0, end: text.length }];
  let at = 0;
  return cells
    .map(({ start, end }) => {
      let cell = '';
      let from = start;
      for (; at < codes.length && codes[at]!.start < end; at++) {
        const code = text.slice(Math.max(from, codes[at]!.start), Math.min(end, codes[at]!.end));
        if (code === '') continue;
        cell = joinMarkdown(cell, escapeMarkdown(text.slice(from, Math.max(from, codes[at]!.start))));
        cell = joinMarkdown(cell, inlineCode(code));
        from = Math.min(end, codes[at]!.end);
      }
      const written = joinMarkdown(cell, escapeMarkdown(text.slice(from, end)));
      return isRow ? written.replaceAll('|', String.raw`\|`) : written;
    })
    .join(' | ');
}

function footnotes(citations: readonly number[], notes: Footnotes | undefined): string {
  if (notes === undefined) return '';
  // If several links have the same number, only the first is shown.
  const shown = new Map<string, string>();
  for (const index of citations) {
    const note = notes.get(index) ?? '';
    const [number = ''] = note.split('](', 1);
    if (!shown.has(number)) shown.set(number, note);
  }
  return [...shown.values()].join('');
}

/** Renders a table; a single row becomes a line. Without a header row, the first row is the header, or an empty one in an excerpt. */
function table(rows: readonly Placed[], texts: readonly string[]): readonly string[] {
  const [first] = rows;
  if (first === undefined || rows.length === 1) return texts;
  const hasHead = first.kind === 'header' || (first.excerpt ?? undefined) === undefined;
  const columns = rowCells(first);
  const rule = columns.map(() => '---').join(' | ');
  const lines = hasHead ? [texts[0]!, rule, ...texts.slice(1)] : [columns.map(() => '').join(' | '), rule, ...texts];
  return lines.map((line) => `| ${line} |`);
}

/** Returns the citations of an answer, without those only used by table headers, which state nothing by themselves. */
export function proofs({ citations, statements }: Pick<Answer, 'citations' | 'statements'>): readonly Citation[] {
  const said = answerBlocks(statements).flatMap((block) =>
    block.statements.filter(({ kind }) => kind !== 'header' || block.statements.length === 1),
  );
  const proving = new Set(said.flatMap((statement) => statement.citations));
  return citations.filter(({ index }) => proving.has(index));
}

/** Text shown after the words that a citation proves, by `Citation.index`. */
type Footnotes = ReadonlyMap<number, string>;
/**
 * Footnote style: `chunk` numbers the passages from 1 in order of first use, `[1]`; `link` makes each number a link to the quote; `source`
 * names the source of each.
 */
export type FootnotesBy = 'chunk' | 'link' | 'source';

/** Builds the footnotes of an answer. The `source` style has the form of the contracts, `[Source: url, Section: heading]`. */
export function footnotesOf(citations: readonly Citation[], by: FootnotesBy): Footnotes {
  const chunks = [...new Set(citations.map(({ chunkId }) => chunkId))];
  return new Map(
    citations.map((citation) => {
      const number = chunks.indexOf(citation.chunkId) + 1;
      return [citation.index, by === 'source' ? sourceOf(citation) : footnote(citation, number, by)];
    }),
  );
}

function sourceOf({ url, heading }: Pick<Citation, 'url' | 'heading'>): string {
  return `[Source: ${encoded(pageOrMarker(url))}, Section: ${escapeMarkdown(heading.replace(/\s+/gu, ' '))}]`;
}

/** Encodes the characters of an address that would end it in Markdown. */
function encoded(address: string): string {
  return address.replace(
    /[()[\]\\\s<>]/gu,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

function footnote(citation: Citation, number: number, by: 'chunk' | 'link'): string {
  if (by === 'chunk' || citation.url === '') return `[${number}]`;
  const href = encoded(hrefTo(citation, citation.quote));
  return `[[${number}]](${href})`;
}

/**
 * Renders an answer as one text, for dialects that have only text: the statements with footnotes or, without an answer, the sentence that
 * explains this and the nearest sections. Never empty.
 */
export function shownText(
  answer: Pick<Answer, 'outcome' | 'message' | 'statements' | 'citations' | 'nearest'>,
  footnotesBy: FootnotesBy,
): string {
  if (answer.outcome === 'answered') return answerText(answer.statements, footnotesOf(answer.citations, footnotesBy));
  const nearest = answer.outcome === 'refused' ? [] : answer.nearest;
  const message = outcomeMessage(answer);
  if (nearest.length === 0) return message;
  const lines = nearest.map((link) => `- ${escapeMarkdown(sectionName(link).replace(/\s+/gu, ' '))}: ${hrefTo(link)}`);
  return [message, '', ...lines].join('\n');
}
