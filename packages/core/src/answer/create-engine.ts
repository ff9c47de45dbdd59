import type {
  Answer,
  Answerer,
  AnswerEvent,
  DraftEvent,
  Evidence,
  Passage,
  Question,
  SectionLink,
} from '../types/answer.ts';
import type { AskOptions, CallOptions } from '../types/call-options.ts';
import type { EmbedderSource, EmbeddingSpace } from '../types/embedder.ts';
import type { Hit } from '../types/hit.ts';
import type { Lookup, LookupRequest } from '../types/lookup.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { QuestionRewriter } from '../types/model.ts';
import type { Found, Retrieval, Warning } from '../types/retrieval.ts';
import type { IndexInfo, ReadableStore, StoreDriver } from '../types/store.ts';
import type { OpenEmbedderOptions } from '../embed/open-embedder.ts';
import { knownLinks } from '../chunk/read-chunk.ts';
import { closestPassages } from '../excerpt/closest.ts';
import { MAX_UNITS } from '../excerpt/compose.ts';
import { resolveQuestion } from '../follow-up/resolve-question.ts';
import type { RetrieveRequest } from '../retrieve/retrieve.ts';
import { questionCorrector } from './correct-question.ts';
import { type FindOptions, findPassages, type FoundPassages, furtherSearch, runPassages } from './find-passages.ts';
import { followIndex } from './follow-index.ts';
import { extractiveAnswerer } from '../excerpt/extractive-answerer.ts';
import { gateWithExtracts } from './gate-with-extracts.ts';
import { inSpan, streamInSpan, type SpanAttributes } from './in-span.ts';
import { modelUse } from './model-use.ts';
import { messageOf } from './reasons.ts';
import { resolveScope, type ScopedWhere } from './scoped-where.ts';
import { MAX_NEAREST, siteOutlines } from './site-outline.ts';
import { readQuestion } from '../question/question-terms.ts';
import { smallTalk } from '../question/small-talk.ts';
import { suppliedDraft, suppliedPassages, type SuppliedPassages } from './supplied/supplied-passages.ts';
import { withNeighbours } from './with-neighbours.ts';

export interface EngineOptions {
  readonly store: ReadableStore;
  /** `undefined`: passages are found by words only. */
  readonly embedder: EmbedderSource | undefined;
  /**
   * Opens the embedder of a generation that `embedder` did not make, because the owner changed the embedder. If it rejects, questions are
   * answered by words, and `embedding.onQuestionFailed` gets the reason. Default: such a generation is refused with `INDEX_MISMATCH`.
   */
  readonly openEmbedder?: (space: EmbeddingSpace) => Promise<EmbedderSource>;
  readonly answerer: Answerer;
  /** Completes questions that refer to earlier turns. Rules do so if it is not given, and if it fails. */
  readonly rewriter?: QuestionRewriter | undefined;
  /** Currency of the models' prices, ISO 4217. */
  readonly currency?: string | undefined;
  readonly newId: () => string;
  /** Options for embedding questions. */
  readonly embedding?: OpenEmbedderOptions;
}

export interface Engine {
  /** Streams one run. Never throws: an error ends the stream with `run-error`. */
  ask(question: Question, options?: AskOptions): AsyncIterable<AnswerEvent>;
  /** Finds the passages that `ask` would answer from. Rejects with `NOT_INDEXED` before the first publish. */
  find(question: Question, options?: FindOptions): Promise<Found>;
  /** Rejects with `NOT_INDEXED` before the first publish. */
  search(request: RetrieveRequest, options?: CallOptions): Promise<Retrieval>;
  /** Finds pages for the text in a search box, complete or not, by words only. Rejects with `NOT_INDEXED` before the first publish. */
  lookUp(request: LookupRequest, options?: CallOptions): Promise<Lookup>;
  /** Rejects unless the index can be searched. Does not use the embedder. */
  checkIndex(options?: CallOptions): Promise<void>;
  /**
   * Returns true if questions can be embedded now, or if there is no embedder. Takes at most a second, and calls a hosted embedder at
   * most once a minute.
   */
  embedderWorks(options?: CallOptions): Promise<boolean>;
  /** Returns a page of the index. Its marks omit links to pages that are not in the index. */
  page: StoreDriver['getPage'];
  /** Ordered by URL. */
  pages: ReadableStore['listPages'];
  info(options?: CallOptions): Promise<IndexInfo | undefined>;
  close(): Promise<void>;
}

/** The question for the answerer. With supplied passages, a selection counts only if `selectionOnly` is set. */
function asked(question: Question): Question {
  const { selection: _, ...rest } = question;
  return question.supplied?.selectionOnly === false ? rest : question;
}

async function* emptyDraft(settled: NonNullable<SuppliedPassages['settled']>): AsyncGenerator<DraftEvent> {
  yield await Promise.resolve<DraftEvent>({ type: 'draft-end', ...settled, confidence: 0, warnings: [] });
}

/** Outcome that is clear from the search alone; `undefined` if the answerer must decide. */
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

/** True if no hit has a topic of the question: for "remove red wine stains" all have "remove" alone. They are near by meaning at most. */
function areFar(hits: readonly Hit[], text: string, evidence: Evidence): boolean {
  const { topics } = readQuestion(text, evidence).terms;
  if (topics.size === 0 || evidence.likeness === 'cosine') return false;
  return !hits.some(({ trace }) => trace.matched.some((token) => topics.has(token)));
}

function outcomeOf(event: AnswerEvent | void): SpanAttributes | undefined {
  if (event?.type !== 'run-end') return undefined;
  const { outcome, answerer, model } = event.answer;
  return { 'ibid.outcome': outcome, 'ibid.answerer': answerer, 'ibid.model.fault': model?.fault };
}

/** Creates the engine for one index. It follows the index: the next call uses a generation published by another process. */
export function createEngine(options: EngineOptions): Engine {
  const { store, answerer, newId } = options;
  const { search: searchIndex, embedderWorks, closeEmbedder } = followIndex(options);
  const outlines = siteOutlines(store);
  const correct = questionCorrector(store);
  const extracts = extractiveAnswerer();
  let lookUp: Promise<Engine['lookUp']> | undefined;

  async function search(request: RetrieveRequest, call: CallOptions = {}): Promise<Retrieval> {
    if (request.where?.sections === undefined) return searchIndex(request, call);
    return searchIndex({ ...request, where: await resolveScope(store, request.where, call) }, call);
  }

  interface Context {
    readonly passages: readonly Passage[];
    readonly nearest: readonly SectionLink[];
    /** See `areFar`. */
    readonly isFar: boolean;
    readonly warnings: readonly Warning[];
    readonly evidence: Evidence;
    /** Set if there is nothing to answer from, for example if nothing in the index matches the scope. */
    readonly settled: SuppliedPassages['settled'];
    readonly generation: number;
  }

  const index = { store, search: searchIndex, outline: outlines.latest };

  async function retrievePassages(question: Question, call: FindOptions): Promise<FoundPassages> {
    return inSpan('ibid.retrieve', undefined, async (describe) => {
      const result = await findPassages(index, question, call);
      describe({ 'ibid.passages': result.found.passages.length });
      return result;
    });
  }

  async function contextOf(question: Question, call: CallOptions): Promise<Context> {
    const { supplied } = question;
    if (supplied !== undefined) {
      const found = await suppliedPassages({ store, search }, question, supplied, call);
      // Other URLs are not verified, so they are not suggested for further reading. A selection suggests none.
      const nearest = supplied.selectionOnly ? [] : nearestSections(found.indexed);
      return { ...found, nearest, isFar: false };
    }
    const { found, scope } = await retrievePassages(question, call);
    const { retrieval, passages, warnings } = found;
    const { evidence, generation } = retrieval;
    const whole =
      question.selection === undefined && question.retrieval?.limit === undefined
        ? await withNeighbours(store, passages, generation, call)
        : passages;
    const settled = question.selection === undefined ? settledBySearch(question, retrieval, scope) : undefined;
    const near = retrieval.hits.length > 0 ? retrieval.hits : retrieval.belowThreshold;
    const nearest = nearestSections(near.length > 0 ? near : (scope?.instead ?? []).map((chunk) => ({ chunk })));
    const isLost = nearest.length === 0 && question.selection === undefined;
    return {
      passages: whole,
      nearest: isLost ? (await outlines.of(generation, call)).firstPages(question.where ?? {}) : nearest,
      isFar: near.length > 0 && areFar(near, question.text, evidence),
      warnings,
      evidence,
      settled,
      generation,
    };
  }

  async function* run(given: Question, call: AskOptions): AsyncGenerator<AnswerEvent> {
    yield { type: 'run-start', runId: newId() };
    const { question: complete, calls } = await resolveQuestion(given, options.rewriter, call);
    const { question, corrected, warnings: corrections } = await correct(complete, call, given.text);
    const context = await contextOf(question, call);
    yield { type: 'retrieval-end', passages: context.passages };
    const passages = runPassages(context.passages);
    const further = furtherSearch({ question, generation: context.generation, passages, retrieve: retrievePassages });
    const brief = {
      question: asked(question),
      passages: context.passages,
      evidence: context.evidence,
      search: further?.search,
      modelCalls: calls.length,
    };
    // Small talk has its own replies, whatever was found for its words.
    const settled = smallTalk(question.text) === undefined ? context.settled : undefined;
    const spoken = (by: Answerer): AsyncIterable<DraftEvent> => {
      const draft = settled !== undefined ? emptyDraft(settled) : by.draft(brief, call);
      return question.supplied === undefined ? draft : suppliedDraft(draft);
    };
    const { isIndexed, firstPages } = await outlines.of(context.generation, call);
    const quoting = { id: extracts.id, draft: () => spoken(extracts) };
    const gated = yield* gateWithExtracts(spoken(answerer), quoting, {
      passage: passages.get,
      ...(further === undefined ? {} : { drainEvents: further.drainEvents }),
      maxCitations: question.maxCitations ?? MAX_UNITS,
      // A selection was chosen by the reader, so all of it may be cited.
      maxPassages: question.selection === undefined ? question.retrieval?.limit : undefined,
      isIndexed,
    });
    const { calls: drafting, toolCalls, fault, answerer: answeredBy, reasons, proposed: _, ...said } = gated;
    // With a selection or supplied passages, nothing else may be shown.
    const isClose = said.outcome !== 'refused' && further !== undefined && settled === undefined;
    const closest = isClose ? closestPassages(brief, said, isIndexed) : [];
    const isOfPage = said.outcome === 'insufficient' && settled === undefined && question.where?.paths !== undefined;
    const isLost = isClose && context.isFar && said.outcome === 'insufficient' && closest.length === 0 && !isOfPage;
    const answer: Answer = {
      ...said,
      asked: question.text,
      message: messageOf(isOfPage ? [...reasons, 'one-page'] : reasons, closest.length > 0, isLost),
      closest,
      corrected,
      nearest: isLost ? firstPages(question.where ?? {}) : context.nearest,
      warnings: [...corrections, ...context.warnings, ...(further?.warnings() ?? []), ...said.warnings],
      answerer: answeredBy ?? answerer.id,
      model: modelUse([...calls, ...drafting], toolCalls, fault, options.currency ?? ''),
      generation: context.generation,
    };
    yield { type: 'run-end', answer };
  }

  const page: Engine['page'] = async (path, call = {}) => {
    const [found, info] = [await store.getPage(path, call), await store.info(call)];
    if (found === undefined || info === undefined) return found;
    const { isIndexed } = await outlines.of(info.generation, call);
    const content = found.content.map((chunk) => ({ ...chunk, marks: knownLinks(chunk.marks, isIndexed) }));
    return { ...found, content };
  };

  async function* ask(question: Question, call: AskOptions = {}): AsyncGenerator<AnswerEvent> {
    try {
      yield* streamInSpan('ibid.answer', run(question, call), outcomeOf);
    } catch (error) {
      const known = IbidError.is(error) ? error : undefined;
      const code = known?.code ?? (call.signal?.aborted === true ? 'ABORTED' : 'UPSTREAM_FAILED');
      yield { type: 'run-error', code, message: known?.message ?? 'The answer could not be made.', cause: error };
    }
  }

  return {
    ask,
    async find(given, call) {
      const { question: complete } = await resolveQuestion(given, undefined, call ?? {});
      const { question, warnings: corrections } = await correct(complete, call, given.text);
      const { retrieval, passages, warnings } = (await retrievePassages(question, call ?? {})).found;
      const all = [...corrections, ...warnings];
      return { retrieval: { ...retrieval, warnings: all }, passages, warnings: all };
    },
    search: async (request, call) => inSpan('ibid.retrieve', undefined, async () => search(request, call)),
    async lookUp(request, call) {
      // Loaded on the first search; browsers that search by themselves may never need it.
      lookUp ??= import('../lookup/look-up.ts').then(
        ({ lookUpIn }) => lookUpIn(store, outlines.latest),
        (cause: unknown) => {
          lookUp = undefined;
          throw cause;
        },
      );
      return (await lookUp)(request, call);
    },
    async checkIndex(call) {
      await searchIndex({ text: 'is the index there', limit: 1 }, call, 'words');
    },
    embedderWorks,
    page,
    pages: (call) => store.listPages(call),
    info: (call) => store.info(call),
    async close() {
      await closeEmbedder();
      await store.close();
    },
  };
}

/** Folds the event stream into the JSON reply, so that both kinds of reply come from the same run. Rejects with the run's error. */
export async function foldAnswer(events: AsyncIterable<AnswerEvent>): Promise<Answer> {
  for await (const event of events) {
    if (event.type === 'run-end') return event.answer;
    if (event.type === 'run-error') throw new IbidError(event.code, event.message);
  }
  throw new IbidError('UPSTREAM_FAILED', 'The answer stream ended without a terminal event. Ask again.');
}
