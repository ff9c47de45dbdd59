/**
 * Prepares an answer from supplied passages only.
 *
 * Each passage is compared with the index: an equal one is replaced by the indexed one, a forged one refuses the run, and an unknown one
 * is quoted as it is, with a warning. The index is searched only to find how common the question's words are and how well its own
 * passages match; other results are dropped. With `selectionOnly`, passages are reduced to their parts in the selection.
 */
import { nextTurn } from '../../async/waits.ts';
import { CONTEXT_TOKENS } from '../../retrieve/fuse.ts';
import type { RetrieveRequest } from '../../retrieve/retrieve.ts';
import type { DraftEvent, DraftReason, Evidence, Passage, Question, SuppliedContext } from '../../types/answer.ts';
import type { CallOptions } from '../../types/call-options.ts';
import { IbidError } from '../../types/ibid-error.ts';
import type { Chunk } from '../../types/chunk.ts';
import type { Retrieval, Warning } from '../../types/retrieval.ts';
import type { StoreDriver } from '../../types/store.ts';
import { bundleTerms, type BundleTerms, type IndexView, rankSupplied, viewIndex } from './bundle-terms.ts';
import { checkChunks, toChunk, type CheckedChunk } from './check-chunks.ts';
import { selectionWindows } from './selection-windows.ts';

/** A publish can happen between reading the passages and searching. More than a few in a row indicate another problem. */
const MAX_GENERATION_CHANGES = 3;

type Settled = { readonly outcome: 'insufficient' | 'refused'; readonly reason: DraftReason };

export interface SuppliedPassages {
  readonly passages: readonly Passage[];
  /** Those of the passages that are in the index. */
  readonly indexed: readonly Passage[];
  readonly warnings: readonly Warning[];
  readonly evidence: Evidence;
  /** Set if no answer is possible, whatever the passages contain. */
  readonly settled: Settled | undefined;
  /** 0 before the first publish. */
  readonly generation: number;
}

interface Index {
  readonly store: Pick<StoreDriver, 'info' | 'getChunks'>;
  search(request: RetrieveRequest, call: CallOptions): Promise<Retrieval>;
}

const NOTHING: Evidence = { idf: new Map(), unknownIdf: 0, similarity: 0, text: 0, page: 0 };

/** Errors that mean the index cannot be read now. The passages can still be used. */
const AWAY = ['UPSTREAM_FAILED', 'STORE_BUSY', 'TIMED_OUT', 'NOT_INDEXED'];
const NO_STORE: Index = {
  store: { info: async () => undefined, getChunks: async () => [] },
  search: async () => Promise.reject(new IbidError('NOT_INDEXED', 'There is no index.')),
};

/** Rejects with `CONTEXT_REFUSED` for a forged passage. If the index cannot be read, nothing is compared and a warning is added. */
export async function suppliedPassages(
  index: Index,
  question: Question,
  context: SuppliedContext,
  call: CallOptions = {},
): Promise<SuppliedPassages> {
  try {
    return await comparedPassages(index, question, context, call);
  } catch (error) {
    if (!IbidError.is(error) || !AWAY.includes(error.code) || call.signal?.aborted === true) throw error;
    const found = await readOnce(NO_STORE, question, context, call);
    const text = 'the index could not be read, so only the quotes of the passages are proved, not where they come from';
    const others = found.warnings.filter(({ code }) => code !== 'unverified_context');
    return { ...found, warnings: [{ code: 'unverified_context', text }, ...others] };
  }
}

async function comparedPassages(
  index: Index,
  question: Question,
  context: SuppliedContext,
  call: CallOptions,
): Promise<SuppliedPassages> {
  for (let change = 0; ; change++) {
    const found = await readOnce(index, question, context, call);
    if (found.searched === undefined || found.searched === found.generation || change === MAX_GENERATION_CHANGES) {
      return found;
    }
  }
}

async function readOnce(
  { store, search }: Index,
  question: Question,
  context: SuppliedContext,
  call: CallOptions,
): Promise<SuppliedPassages & { readonly searched: number | undefined }> {
  const info = await store.info(call);
  const generation = info?.generation ?? 0;
  const ids = context.chunks.map(({ id }) => id);
  const known = info === undefined ? [] : await store.getChunks(ids, call);
  const { checked, warnings: doubts } = checkChunks(context, known, generation);
  const warnings = [...doubts];
  const settled = settledByRequest(question, context);
  if (settled !== undefined) {
    return { passages: [], indexed: [], warnings, evidence: NOTHING, settled, generation, searched: undefined };
  }
  if (context.status === 'partial') {
    warnings.push({ code: 'partial_context', text: 'the retrieval that found these passages left something out' });
  }
  const { kept, left } = await fitBudget(checked, CONTEXT_TOKENS);
  if (left > 0) warnings.push({ code: 'budget', text: `${left} passages were left out` });
  const own = new Set(kept.flatMap((one) => one.own ?? []));
  const isIndexed = (chunk: Chunk): boolean => own.has(chunk);
  const view = info === undefined ? NO_INDEX : await viewIndex(search, question.text, [...own], call);
  if (!view.hasVectors) {
    warnings.push({
      code: 'vector_leg_missing',
      text: 'the embedder did not answer, so the passages were judged by words alone',
    });
  }
  const terms = bundleTerms(
    question.text,
    kept.map(({ chunk }) => chunk),
    isIndexed,
    view.evidence,
  );
  const passages = context.selectionOnly
    ? selectionWindows(
        kept.map(({ chunk }) => chunk),
        question.selection?.text ?? '',
        isIndexed,
      )
    : rankSupplied(kept, view, terms);
  return {
    passages,
    indexed: passages.filter(({ chunk }) => isIndexed(chunk)),
    warnings,
    evidence: suppliedEvidence(passages, isIndexed, view, terms),
    settled: passages.length > 0 ? undefined : context.selectionOnly ? NOT_HELD : NONE_FITS,
    generation,
    searched: view.generation,
  };
}

const NO_INDEX: IndexView = {
  evidence: { idf: new Map(), unknownIdf: 0, page: undefined },
  hits: new Map(),
  hasVectors: true,
  generation: undefined,
};
const NONE_FITS: Settled = { outcome: 'insufficient', reason: 'context-empty' };
const NOT_HELD: Settled = { outcome: 'refused', reason: 'selection-not-supplied' };

/** Outcome clear from the request alone. The requested mode decides; the bundle's own status can only make it stricter. */
function settledByRequest(
  { selection }: Question,
  { status, selectionOnly, chunks }: SuppliedContext,
): Settled | undefined {
  if (selectionOnly) {
    if ((selection?.text ?? '').trim() === '') return { outcome: 'refused', reason: 'no-selection' };
    if (status === 'partial') return { outcome: 'refused', reason: 'context-incomplete' };
    if (status === 'no_matches') return { outcome: 'refused', reason: 'context-empty' };
  }
  if (status === 'error') return { outcome: 'refused', reason: 'context-failed' };
  if (status === 'no_matches') return NONE_FITS;
  if (chunks.length === 0) return selectionOnly ? NOT_HELD : NONE_FITS;
  return undefined;
}

/** Characters whose tokens are counted before other requests get their turn. */
const COUNTED_A_TURN = 50_000;

/**
 * Converts the supplied chunks to index form, best first, and keeps as many whole ones as fit `budget` tokens. Tokens of unknown chunks
 * are counted here, not trusted; the tokenizer is loaded only for this.
 */
async function fitBudget(
  checked: readonly CheckedChunk[],
  budget: number,
): Promise<{ readonly kept: readonly (CheckedChunk & { readonly chunk: Chunk })[]; readonly left: number }> {
  const kept: (CheckedChunk & { readonly chunk: Chunk })[] = [];
  const pages = new Map<string, { characters: number; chunks: number; sections: Map<string, number> }>();
  let free = budget;
  let counted = 0;
  for (const one of checked) {
    const { supplied, own } = one;
    if (own === undefined) counted += supplied.text.length;
    if (counted > COUNTED_A_TURN) {
      await nextTurn();
      counted = 0;
    }
    const tokens = own?.tokens ?? (await import('../../chunk/count-tokens.ts')).countTokens(supplied.text);
    if (tokens > free) continue;
    free -= tokens;
    if (own !== undefined) {
      kept.push({ ...one, chunk: own });
      continue;
    }
    const page = pages.get(supplied.url) ?? { characters: 0, chunks: 0, sections: new Map<string, number>() };
    const indexInSection = page.sections.get(supplied.heading) ?? 0;
    const place = { start: page.characters, indexInPage: page.chunks, indexInSection };
    page.characters += supplied.text.length;
    page.chunks += 1;
    page.sections.set(supplied.heading, indexInSection + 1);
    pages.set(supplied.url, page);
    kept.push({ ...one, chunk: toChunk(supplied, place, tokens) });
  }
  return { kept, left: checked.length - kept.length };
}

/**
 * Rates how well supplied passages cover a question, with the measures of a retrieval: from the index for passages it has, from the
 * bundle for others. Passages that were not supplied have no influence.
 */
function suppliedEvidence(
  passages: readonly Passage[],
  isIndexed: (chunk: Chunk) => boolean,
  view: IndexView,
  terms: BundleTerms,
): Evidence {
  const chunks = passages.map(({ chunk }) => chunk);
  const { idf, unknownIdf } = chunks.every(isIndexed) ? view.evidence : terms;
  // For others, the words stand in for the cosine of their page.
  const likeness = chunks.some(isIndexed) ? view.evidence.likeness : 'cosine-and-words';
  const [best] = chunks;
  const hit = best === undefined || view.evidence.page === undefined ? undefined : view.hits.get(best.id);
  return {
    idf,
    unknownIdf,
    similarity: Math.max(0, ...passages.map((passage) => passage.similarity)),
    text: Math.max(0, ...chunks.map((chunk) => view.hits.get(chunk.id)?.trace.text.raw ?? terms.text(chunk))),
    page: hit?.trace.page.raw ?? (best === undefined ? 0 : terms.page(best)),
    ...(likeness === undefined ? {} : { likeness }),
  };
}

/** Changes a statement about all pages to one about the supplied passages, the only ones that were used. */
export async function* suppliedDraft(draft: AsyncIterable<DraftEvent>): AsyncGenerator<DraftEvent> {
  for await (const event of draft) {
    yield event.type === 'draft-end' && event.reason === 'not-in-pages'
      ? { ...event, reason: 'not-in-context' }
      : event;
  }
}
