import type {
  Answer,
  Answerer,
  AnswerEvent,
  DraftEvent,
  Evidence,
  Passage,
  Question,
  SectionLink,
} from '../spec/answer.ts';
import type { AskOptions } from '../spec/ask-options.ts';
import type { CallOptions } from '../spec/call-options.ts';
import type { EmbedderSource } from '../spec/embedder.ts';
import type { Hit } from '../spec/hit.ts';
import { IbidError } from '../spec/ibid-error.ts';
import type { QuestionRewriter } from '../spec/question-rewriter.ts';
import type { Found, Retrieval } from '../spec/retrieval.ts';
import type { IndexInfo, StoreDriver } from '../spec/store.ts';
import type { OpenEmbedderOptions } from '../open-embedder.ts';
import { CONTEXT_TOKENS } from '../retrieve/fusion-weights.ts';
import type { RetrieveRequest } from '../retrieve/retrieve.ts';
import { questionCorrector } from './correct-question.ts';
import { followIndex } from './follow-index.ts';
import { frontPages } from './front-pages.ts';
import { resolveFollowUp } from './follow-up/resolve-follow-up.ts';
import { furtherSearch } from './further-search.ts';
import { gate } from './gate.ts';
import { modelUse } from './model-use.ts';
import { pointedAt, withPointedAt } from './pointed-at.ts';
import { resolveScope } from './resolve-scope.ts';
import { runPassages } from './run-passages.ts';
import { scopedWhere, type ScopedWhere } from './scoped-where.ts';
import { selectionPassages } from './selection-passages.ts';
import { smallTalk } from './small-talk.ts';
import { standing } from './standing.ts';
import { suppliedDraft } from './supplied/supplied-draft.ts';
import { suppliedPassages, type SuppliedPassages } from './supplied/supplied-passages.ts';

/** Passages offered to an answerer. */
const MAX_PASSAGES = 8;
const MAX_NEAREST = 5;
const DEFAULT_MAX_CITATIONS = 12;

export interface EngineOptions {
  readonly store: Omit<StoreDriver, 'open'>;
  readonly embedder: EmbedderSource;
  readonly answerer: Answerer;
  /** Makes questions that lean on their history complete; rules do so unless given, and where it fails. */
  readonly rewriter?: QuestionRewriter | undefined;
  /** Of the models' prices, ISO 4217. */
  readonly currency?: string | undefined;
  readonly newId: () => string;
  /** How the embedder is called for questions. */
  readonly embedding?: OpenEmbedderOptions;
}

export interface FindOptions extends CallOptions {
  /** Tokens of all passages together, whole passages only; 4,000 unless given. */
  readonly tokens?: number;
}

export interface Engine {
  /** Streams one run. Never throws: trouble ends the stream with `run-error`. */
  ask(question: Question, options?: AskOptions): AsyncIterable<AnswerEvent>;
  /** What `ask` would answer from. Rejects with `NOT_INDEXED` before the first publish. */
  find(question: Question, options?: FindOptions): Promise<Found>;
  /** Rejects with `NOT_INDEXED` before the first publish. */
  search(request: RetrieveRequest, options?: CallOptions): Promise<Retrieval>;
  /** Rejects unless the index can be searched; asks no embedder. */
  checkIndex(options?: CallOptions): Promise<void>;
  /** Whether questions get vectors at this moment, told within a second and for at most one call of a hosted embedder a minute. */
  embedderWorks(options?: CallOptions): Promise<boolean>;
  page: StoreDriver['getPage'];
  info(options?: CallOptions): Promise<IndexInfo | undefined>;
  close(): Promise<void>;
}

function toPassages(hits: readonly Hit[]): Passage[] {
  return hits.map((hit, i) => ({ label: `p${i + 1}`, chunk: hit.chunk, score: hit.score, similarity: hit.similarity }));
}

/** As many whole passages as fit, in order. */
function withinBudget(passages: readonly Passage[], tokens: number = CONTEXT_TOKENS): readonly Passage[] {
  let left = tokens;
  const end = passages.findIndex(({ chunk }) => (left -= chunk.tokens) < 0);
  return end < 0 ? passages : passages.slice(0, end);
}

/** The question as an answerer gets it: beside supplied passages a selection counts only where nothing else does (R14). */
function asked(question: Question): Question {
  const { selection: _, ...rest } = question;
  return question.supplied?.selectionOnly === false ? rest : question;
}

async function* settledDraft(settled: NonNullable<SuppliedPassages['settled']>): AsyncGenerator<DraftEvent> {
  yield await Promise.resolve<DraftEvent>({ type: 'draft-end', ...settled, confidence: 0, warnings: [] });
}

/** What a search without passages says for itself; `undefined` when the answerer is to judge. */
function settledBySearch(
  question: Question,
  retrieval: Retrieval,
  scope: ScopedWhere | undefined,
): SuppliedPassages['settled'] {
  if (retrieval.passages === 0) return { outcome: 'insufficient', reason: scope?.reason ?? 'scope-empty' };
  const isTooHigh = question.retrieval?.minSimilarity !== undefined && retrieval.belowThreshold.length > 0;
  return isTooHigh ? { outcome: 'insufficient', reason: 'below-threshold' } : undefined;
}

function nearestSections(hits: readonly Pick<Hit, 'chunk'>[]): SectionLink[] {
  const links = new Map<string, SectionLink>();
  for (const { chunk } of hits) {
    const { url, anchor, title, heading } = chunk;
    const key = `${url}#${anchor}`;
    if (!links.has(key)) links.set(key, { url, anchor, title, heading });
  }
  return [...links.values()].slice(0, MAX_NEAREST);
}

/** One engine over one index. It follows the index: a generation published by another process is picked up by the next call. */
export function createEngine(options: EngineOptions): Engine {
  const { store, answerer, newId } = options;
  const { search: searchIndex, embedderWorks, closeEmbedder } = followIndex(options);
  const front = frontPages(store, MAX_NEAREST);
  const correct = questionCorrector(store);

  async function search(request: RetrieveRequest, call: CallOptions = {}): Promise<Retrieval> {
    if (request.where?.sections === undefined) return searchIndex(request, call);
    return searchIndex({ ...request, where: await resolveScope(store, request.where, call) }, call);
  }

  interface Context {
    readonly passages: readonly Passage[];
    readonly nearest: readonly SectionLink[];
    readonly warnings: readonly string[];
    readonly evidence: Evidence;
    /** Set when there is nothing to answer from, such as a scope that nothing in the index fits (R4). */
    readonly settled: SuppliedPassages['settled'];
    readonly generation: number;
  }

  /** Where a selection came from only locates it, and never narrows or empties the result (R18). */
  async function find(question: Question, call: FindOptions = {}): Promise<Found> {
    return (await findScoped(question, call)).found;
  }

  async function findScoped(
    question: Question,
    { tokens, ...call }: FindOptions = {},
  ): Promise<{ readonly found: Found; readonly scope: ScopedWhere | undefined }> {
    const { selection } = question;
    const scope =
      question.where === undefined || selection !== undefined
        ? undefined
        : await scopedWhere(store, question.where, call);
    const minSimilarity = question.retrieval?.minSimilarity;
    const retrieval = await searchIndex(
      {
        text: question.text,
        limit: question.retrieval?.limit ?? MAX_PASSAGES,
        // A selection is not retrieved, so no threshold judges it.
        ...(selection !== undefined
          ? {}
          : minSimilarity === undefined
            ? { floor: true as const }
            : { minSimilarity, ...(question.retrieval?.isDefault === true ? { whereMeasured: true as const } : {}) }),
        ...(tokens === undefined ? {} : { tokens }),
        ...(scope === undefined ? {} : { where: scope.where }),
      },
      call,
    );
    if (selection === undefined) {
      const warnings = [...retrieval.warnings];
      if (retrieval.passages === 0) {
        warnings.push('scope_empty: no indexed page or section matches the scope of the question');
      }
      const pointed = await withPointedAt(store, question, toPassages(retrieval.hits), call);
      warnings.push(...pointed.warnings);
      const passages = withinBudget(pointed.passages, tokens);
      return { found: { retrieval: { ...retrieval, warnings }, passages, warnings }, scope };
    }
    const selected = await selectionPassages(store, selection, call);
    const passages = withinBudget(selected.passages, tokens);
    const left = selected.passages.length - passages.length;
    const warnings = left === 0 ? selected.warnings : [...selected.warnings, `budget: ${left} passages were left out`];
    const status = left > 0 ? 'partial' : passages.length === 0 ? 'no_matches' : 'success';
    return { found: { retrieval: { ...retrieval, hits: [], status, warnings }, passages, warnings }, scope };
  }

  async function contextOf(question: Question, call: CallOptions): Promise<Context> {
    const { supplied } = question;
    if (supplied !== undefined) {
      const found = await suppliedPassages({ store, search }, question, supplied, call);
      // Addresses that only the asker vouches for are no further reading; a selection points nowhere else.
      const nearest = supplied.selectionOnly ? [] : nearestSections(found.indexed);
      return { ...found, nearest };
    }
    const { found, scope } = await findScoped(question, call);
    const { retrieval, passages, warnings } = found;
    const { evidence, generation } = retrieval;
    const settled = question.selection === undefined ? settledBySearch(question, retrieval, scope) : undefined;
    const near = retrieval.hits.length > 0 ? retrieval.hits : retrieval.belowThreshold;
    const nearest = nearestSections(near.length > 0 ? near : (scope?.instead ?? []).map((chunk) => ({ chunk })));
    const isLost = nearest.length === 0 && question.selection === undefined;
    return {
      passages,
      nearest: isLost ? await front(generation, question.where ?? {}, call) : nearest,
      warnings,
      evidence,
      settled,
      generation,
    };
  }

  async function* run(given: Question, call: AskOptions): AsyncGenerator<AnswerEvent> {
    yield { type: 'run-start', runId: newId() };
    const { question: complete, calls } = await standing(given, options.rewriter, call);
    const { question, corrected, warnings: corrections } = await correct(complete, call);
    const context = await contextOf(question, call);
    yield { type: 'retrieval-end', passages: context.passages };
    const passages = runPassages(context.passages);
    const further = furtherSearch({ question, generation: context.generation, passages, find });
    const brief = {
      question: asked(question),
      passages: context.passages,
      evidence: context.evidence,
      search: further?.search,
      modelCalls: calls.length,
    };
    // Small talk has replies of its own, whatever was or was not found for its words (R17).
    const settled = smallTalk(question.text) === undefined ? context.settled : undefined;
    const draft = settled !== undefined ? settledDraft(settled) : answerer.draft(brief, call);
    const spoken = question.supplied === undefined ? draft : suppliedDraft(draft);
    const gated = yield* gate(spoken, {
      passage: passages.get,
      ...(further === undefined ? {} : { news: further.news }),
      maxCitations: question.maxCitations ?? DEFAULT_MAX_CITATIONS,
    });
    const { calls: drafting, fault, answerer: standIn, ...said } = gated;
    const answer: Answer = {
      ...said,
      asked: question.text,
      excerpts: [],
      closest: [],
      corrected,
      nearest: context.nearest,
      warnings: [...corrections, ...context.warnings, ...(further?.warnings() ?? []), ...said.warnings],
      answerer: standIn ?? answerer.id,
      model: modelUse([...calls, ...drafting], fault, options.currency ?? ''),
      generation: context.generation,
    };
    yield { type: 'run-end', answer };
  }

  async function* ask(question: Question, call: AskOptions = {}): AsyncGenerator<AnswerEvent> {
    try {
      yield* run(question, call);
    } catch (error) {
      const known = IbidError.is(error) ? error : undefined;
      const code = known?.code ?? (call.signal?.aborted === true ? 'ABORTED' : 'UPSTREAM_FAILED');
      yield { type: 'run-error', code, message: known?.message ?? 'The answer could not be made.', cause: error };
    }
  }

  return {
    ask,
    async find(given, call) {
      const { question, warnings: corrections } = await correct(resolveFollowUp(pointedAt(given)), call);
      const { retrieval, passages, warnings } = await find(question, call);
      const all = [...corrections, ...warnings];
      return { retrieval: { ...retrieval, warnings: all }, passages, warnings: all };
    },
    search,
    async checkIndex(call) {
      await searchIndex({ text: 'is the index there', limit: 1 }, call, 'words');
    },
    embedderWorks,
    page: (path, call) => store.getPage(path, call),
    info: (call) => store.info(call),
    async close() {
      await closeEmbedder();
      await store.close();
    },
  };
}
