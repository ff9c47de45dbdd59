/**
 * Checks everything an answerer proposes before a reader sees it.
 *
 * A statement passes if each piece of its evidence is found verbatim in a passage of this run, and it repeats one of these quotes. The quote
 * is shown; code alone is shown as proposed, with its own indentation. For a statement that repeats nothing, the sentence of the page that
 * it relies on is shown; if there is none, the statement is withheld and counted. Unknown labels are refused, so nothing can be cited from memory.
 * If no statement of a draft passes, it is not an answer, and extracts are gated instead.
 */
import { knownLinks, marksWithin } from '../chunk/read-chunk.ts';
import { findSupport } from '../cite/find-support.ts';
import { plainText } from '../cite/find-quote.ts';
import { verifyCitation } from '../cite/verify-citation.ts';
import type { AnswerEvent, Citation, DraftEvent, DraftReason, Excerpt, Passage, Statement } from '../types/answer.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Mark } from '../types/mark.ts';
import type { ModelCall, ModelFault } from '../types/model.ts';
import type { Warning } from '../types/retrieval.ts';
import type { ToolCall } from '../types/session.ts';
import { REASONS } from './reasons.ts';
import { pageWords } from './page-words.ts';

export interface Gated {
  readonly outcome: 'answered' | 'insufficient' | 'refused';
  /** Reasons to give the reader, in this order. */
  readonly reasons: readonly DraftReason[];
  readonly confidence: number;
  readonly warnings: readonly Warning[];
  readonly statements: readonly Statement[];
  readonly excerpts: readonly Excerpt[];
  readonly citations: readonly Citation[];
  /** Number of statements in the draft, shown or not. */
  readonly proposed: number;
  readonly withheld: number;
  readonly calls: readonly ModelCall[];
  readonly toolCalls: readonly ToolCall[];
  /** Error of the first answerer, if a second one had to continue. */
  readonly fault: ModelFault | undefined;
  /** Id of the second answerer; `undefined` if none was needed, or if statements of the first one are shown too. */
  readonly answerer: string | undefined;
}

export interface GateContext {
  readonly passage: (label: string) => Passage | undefined;
  /** Returns new events of the run, such as searches by the answerer. Called for each event of the draft, before it is handled. */
  readonly drainEvents?: () => readonly AnswerEvent[];
  readonly maxCitations: number;
  /** Maximum number of passages that may be cited; unlimited unless given. */
  readonly maxPassages?: number | undefined;
  /** Returns true if the index has the page of a URL. Links to other pages are shown as text. */
  readonly isIndexed?: (url: string) => boolean;
}

type Proposed = Extract<DraftEvent, { type: 'statement-proposed' }>;
type Quoted = { readonly passage: Passage; readonly quote: string; readonly start?: number };
/** A proved statement with its new citations and the chunk of the first one. */
interface Proved {
  readonly statement: Statement;
  readonly fresh: readonly Citation[];
  readonly chunk: Chunk;
}

/** Yields each statement as soon as it is proved; returns the summary. */
export async function* gate(
  draft: AsyncIterable<DraftEvent>,
  {
    passage: passageOf,
    drainEvents = () => [],
    maxCitations,
    maxPassages = Infinity,
    isIndexed = () => false,
  }: GateContext,
): AsyncGenerator<AnswerEvent, Gated> {
  const citations: Citation[] = [];
  const statements: Statement[] = [];
  const excerpts: Excerpt[] = [];
  /** Maps the answerer's excerpt numbers to the numbers of the excerpts shown. */
  const excerptNumbers = new Map<number, number>();
  const numberOf = (proposed: number): number => {
    const known = excerptNumbers.get(proposed) ?? excerptNumbers.size;
    excerptNumbers.set(proposed, known);
    return known;
  };
  const calls: ModelCall[] = [];
  const toolCalls: ToolCall[] = [];
  let proposals = 0;
  const pages = pageWords(passageOf);
  /** Number of proved statements beyond a limit on citations. */
  let beyond = 0;
  /** Header row of a table (or its first row) that used the last allowed citation. Held back, because it is useless without another row. */
  let heldRow: Proved | undefined;
  let fallback: { readonly fault: ModelFault; readonly answerer: string; readonly shown: number } | undefined;
  let end: Extract<DraftEvent, { type: 'draft-end' }> | undefined;

  function prove(proposed: Proposed):
    | (Omit<Proved, 'statement'> & {
        readonly numbers: readonly number[];
        readonly language: string;
        readonly text: string;
        readonly marks: readonly Mark[];
        readonly used: readonly Citation[];
      })
    | 'beyond'
    | undefined {
    const quoted = quotesOf(proposed, passageOf);
    if (quoted === undefined) return undefined;
    const fresh: Citation[] = [];
    const used: Citation[] = [];
    for (const { passage, quote, start } of quoted) {
      const made = verifyCitation({ passage, quote, start, index: citations.length + fresh.length + 1 });
      if (made === undefined) return undefined;
      const same = [...citations, ...fresh].find(
        (known) => known.chunkId === made.chunkId && known.start === made.start && known.end === made.end,
      );
      if (same === undefined) fresh.push(made);
      used.push(same ?? made);
    }
    if (used.length === 0) return undefined;
    const isClaimed = proposed.evidence.every(({ quote }) => quote !== undefined);
    const repeated = isClaimed ? used.find(({ quote }) => isRepeated(proposed, quote)) : used[0];
    if (repeated === undefined) return undefined;
    if (citations.length + fresh.length > maxCitations) return 'beyond';
    if (new Set([...citations, ...fresh].map(({ chunkId }) => chunkId)).size > maxPassages) return 'beyond';
    const language =
      quoted.map(({ passage }, at) => languageOf(passage, used[at]!)).find((named) => named !== '') ?? '';
    const text = shownText(proposed, repeated);
    const marks = knownLinks(marksOf(text, quoted[0]!.passage, used[0]!), isIndexed);
    const numbers = [...new Set(used.map((citation) => citation.index))];
    return { fresh, used, chunk: quoted[0]!.passage.chunk, numbers, language, text, marks };
  }

  function isSaid(said: string): boolean {
    const plain = plainText(said);
    return statements.some(({ text }) => plainText(text) === plain);
  }

  function* show({ statement, fresh, chunk }: Proved): Generator<AnswerEvent> {
    statements.push(statement);
    const { excerpt } = statement;
    if (excerpt === excerpts.length) {
      excerpts.push(sectionOf(chunk));
      yield { type: 'excerpt-start', index: excerpt, excerpt: excerpts[excerpt]! };
    }
    for (const citation of fresh) yield { type: 'citation-verified', citation };
    yield { type: 'statement-verified', statement };
  }

  function* showHeld(): Generator<AnswerEvent> {
    const held = heldRow;
    heldRow = undefined;
    if (held !== undefined) yield* show(held);
  }

  for await (const event of draft) {
    yield* drainEvents();
    if (event.type === 'draft-end') {
      end = event;
      break;
    }
    if (event.type === 'model-call') {
      calls.push(event.call);
      continue;
    }
    if (event.type === 'tool-call') {
      toolCalls.push(event.call);
      continue;
    }
    if (event.type === 'fallback-start') {
      const { fault, answerer, cause } = event;
      fallback = { fault, answerer, shown: statements.length };
      yield { type: 'fallback-start', fault, cause };
      continue;
    }
    proposals++;
    // A second answerer may repeat earlier statements, and some models repeat themselves. Code and rows may legitimately occur twice.
    const isProse = event.place === undefined && (event.kind === 'sentence' || event.kind === 'item');
    const own = prove(event);
    const repeated = own === undefined || own === 'beyond' ? event.text : own.text;
    if ((fallback !== undefined || isProse) && isSaid(repeated)) continue;
    const words = own === 'beyond' ? [event] : pages.wordsFor(event, own?.used);
    // Context is not shown without the statement it leads up to.
    const hasRoom = words.length < 2 || citations.length + words.length <= maxCitations;
    if (!hasRoom && !words.includes(event)) beyond++;
    for (const said of hasRoom ? words : words.filter((one) => one === event)) {
      const proof = said === event && (words.length === 1 || !hasRoom) ? own : prove(said);
      if (proof === undefined) continue;
      if (proof === 'beyond') {
        beyond++;
        if (said.kind === 'row' && heldRow !== undefined) {
          citations.splice(citations.length - heldRow.fresh.length);
          heldRow = undefined;
          beyond++;
        }
        break;
      }
      yield* showHeld();
      const { kind, side, place } = said;
      const language = kind === 'code' ? proof.language : '';
      const excerpt = place?.excerpt === undefined ? undefined : numberOf(place.excerpt);
      const { text, marks, numbers, fresh, used, chunk } = proof;
      const shown = { kind, text, side, language, marks, citations: numbers };
      const proved = { statement: { ...WORDED, ...place, excerpt, ...shown }, fresh, chunk };
      citations.push(...fresh);
      pages.note(text, used);
      const before = statements.at(-1)?.kind;
      const namesColumns = kind === 'header' || (kind === 'row' && before !== 'row' && before !== 'header');
      if (namesColumns && citations.length === maxCitations) heldRow = proved;
      else yield* show(proved);
    }
  }
  yield* showHeld();

  const { withheld } = pages;
  const warnings = [...(end?.warnings ?? [])];
  if (fallback !== undefined) warnings.push(faultWarning(fallback, statements.length));
  if (withheld > 0)
    warnings.push({
      code: 'statements_withheld',
      text: `${withheld} ${withheld === 1 ? 'statement' : 'statements'} could not be proved from the pages`,
    });
  if (beyond > 0)
    warnings.push({
      code: 'citations_limit',
      text: `${beyond} further ${beyond === 1 ? 'statement was' : 'statements were'} left out, because an answer may have at most ${maxCitations} ${maxCitations === 1 ? 'citation' : 'citations'}${maxPassages === Infinity ? '' : ` of ${maxPassages} ${maxPassages === 1 ? 'passage' : 'passages'}`} here`,
    });
  const sum = {
    confidence: end?.confidence ?? 0,
    warnings,
    statements,
    excerpts,
    citations,
    proposed: proposals,
    withheld,
    calls,
    toolCalls,
    fault: fallback?.fault,
    answerer: fallback?.shown === 0 ? fallback.answerer : undefined,
  };
  if (statements.length > 0) {
    const own = end?.outcome === 'answered' ? end.reason : 'answered';
    return { ...sum, outcome: 'answered', reasons: [fallbackReason(fallback, statements.length), own] };
  }
  const outcome = end === undefined || end.outcome === 'answered' ? 'insufficient' : end.outcome;
  const reason = end === undefined || end.outcome === 'answered' ? 'unproved' : end.reason;
  const told = REASONS[reason] === '' ? 'unproved' : reason;
  return { ...sum, outcome, reasons: fallback === undefined ? [told] : ['model-absent', told] };
}

/**
 * Quotes to cite for a statement: those it claims, not verified yet, or else the text of its passages that supports it. `undefined` if a
 * passage is not in the context, or there is no support.
 */
function quotesOf(proposed: Proposed, passageOf: GateContext['passage']): readonly Quoted[] | undefined {
  const claims: Quoted[] = [];
  const named: Passage[] = [];
  for (const { label, quote, start } of proposed.evidence) {
    const passage = passageOf(label);
    if (passage === undefined) return undefined;
    named.push(passage);
    if (quote !== undefined) claims.push({ passage, quote, ...(start === undefined ? {} : { start }) });
  }
  if (claims.length === named.length) return claims;
  const support = findSupport(proposed, named);
  if (support === undefined) return undefined;
  const passage = passageOf(support.label)!;
  return [{ passage, quote: passage.chunk.text.slice(support.start, support.end), start: support.start }];
}

function isRepeated({ kind, text }: Proposed, quote: string): boolean {
  return kind === 'code' ? text.trim() === quote.trim() : plainText(text) === plainText(quote);
}

/** The words of the page. Code and rows that repeat them keep their white space: indentation, and empty cells at the end. */
function shownText({ kind, text }: Proposed, { quote }: Citation): string {
  const isRow = kind === 'row' || kind === 'header';
  return kind === 'code' || (isRow && text.trim() === quote) ? text : quote;
}

/** Formatting of a statement that is an exact quote; code with other white space has no marks. */
function marksOf(text: string, { chunk }: Passage, { quote, start, end }: Citation): readonly Mark[] {
  return text === quote ? marksWithin(chunk.marks, start, end) : [];
}

/** Language of the quoted code according to the page, or `math` for a TeX block. The answerer's own label is unproved. */
function languageOf({ chunk }: Passage, { start, end }: Pick<Citation, 'start' | 'end'>): string {
  const span = chunk.spans.find(
    ({ kind, start: from, end: to }) => (kind === 'code' || kind === 'math') && from < end && to > start,
  );
  return span?.kind === 'math' ? 'math' : (span?.language ?? '');
}

function fallbackReason(fallback: { readonly shown: number } | undefined, statements: number): DraftReason {
  if (fallback === undefined) return 'answered';
  if (fallback.shown === 0) return 'model-failed';
  return fallback.shown === statements ? 'model-stopped' : 'model-continued';
}

/** The only sign of an incomplete answer in protocols without a message field. */
function faultWarning(
  { fault, shown }: { readonly fault: ModelFault; readonly shown: number },
  statements: number,
): Warning {
  const { code, text } = FAULTS[fault];
  if (statements === 0) return { code, text };
  const rest = shown === 0 ? 'the pages are quoted directly' : 'its answer is not complete';
  return { code, text: `${text}, so ${rest}` };
}

const FAULTS: Readonly<Record<ModelFault, Warning>> = {
  'over-budget': { code: 'model_over_budget', text: 'the budget for models allows no further call' },
  unpaid: { code: 'model_unpaid', text: 'what a model costs could not be noted' },
  unavailable: { code: 'model_unavailable', text: 'the model could not be reached' },
  'too-slow': { code: 'model_too_slow', text: 'the model did not answer in time' },
  unusable: { code: 'model_unusable', text: 'what the model sent cannot be used' },
  stopped: { code: 'model_stopped', text: 'the model broke off' },
};

function sectionOf({ url, anchor, title, heading, headings }: Chunk): Excerpt {
  return { url, anchor, title, heading, headings };
}

/** Page-related fields of a statement that a model worded: all empty. */
export const WORDED: Pick<Statement, 'excerpt' | 'block' | 'depth' | 'ordinal' | 'lit' | 'marks'> = {
  excerpt: undefined,
  block: 0,
  depth: 0,
  ordinal: 0,
  lit: false,
  marks: [],
};
