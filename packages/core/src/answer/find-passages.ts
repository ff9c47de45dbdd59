import type { AnswerEvent, Brief, Passage, Question } from '../types/answer.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Hit } from '../types/hit.ts';
import type { Found, Retrieval, Warning } from '../types/retrieval.ts';
import type { ReadableStore } from '../types/store.ts';
import { CHUNK_TOKENS } from '../chunk/chunk-tokens.ts';
import { CONTEXT_TOKENS } from '../retrieve/fuse.ts';
import type { RetrieveRequest } from '../retrieve/retrieve.ts';
import { pathKey } from '../url/path-key.ts';
import { scopedWhere, type ScopedWhere } from './scoped-where.ts';
import { sideOf } from '../excerpt/compose.ts';
import { analyseQuestion, type QuestionAnalysis } from '../question/analyse-question.ts';
import { otherwiseWritten } from '../question/abbreviations.ts';
import type { SiteOutline } from './site-outline.ts';
import { type SiteAnswers, siteAnswersFirst, titledSo } from './site-answers.ts';
import { siteQuestion } from './site-question.ts';

/** Number of hits considered, and rules for choosing passages from them: at most 16, the first 4 in rank order, then at most 2 of each page. */
const RANKED = 20;
const MAX_PASSAGES = 16;
const FIRST_PASSAGES = 4;
const PER_PAGE = 2;
/** Number of top hits searched for abbreviations. */
const INTRODUCING = 8;
/** Score penalty of a hit found only by the other form of an abbreviation. */
const OTHERWISE_WRITTEN = 0.4;

export interface FindOptions extends CallOptions {
  /** Maximum number of tokens in all passages, whole passages only; default 4,000. */
  readonly tokens?: number;
}

interface Index {
  readonly store: ReadableStore;
  readonly search: (request: RetrieveRequest, call: CallOptions) => Promise<Retrieval>;
  readonly outline: (call: CallOptions) => Promise<SiteOutline>;
}

export interface FoundPassages {
  readonly found: Found;
  readonly scope: ScopedWhere | undefined;
}

/** Finds the passages to answer a question from. The page of a selection only helps to locate it; it never narrows or empties the result. */
export async function findPassages(
  index: Index,
  question: Question,
  { tokens, ...call }: FindOptions = {},
): Promise<FoundPassages> {
  const { store } = index;
  const outline = await index.outline(call);
  const given = question.where;
  const where = given?.locale === undefined ? given : { ...given, locale: outline.localeOf(given.locale) };
  const scope =
    where === undefined || question.selection !== undefined ? undefined : await scopedWhere(store, where, call);
  const request: RetrieveRequest = {
    text: question.text,
    limit: question.retrieval?.limit ?? RANKED,
    ...thresholdOf(question),
    edition: outline.edition,
    // More is retrieved than offered; the budget applies to what is offered.
    ...(question.retrieval?.limit === undefined
      ? { tokens: RANKED * CHUNK_TOKENS }
      : tokens === undefined
        ? {}
        : { tokens }),
    ...(scope === undefined ? {} : { where: scope.where }),
  };
  const retrieval = await index.search(request, call);
  if (question.selection !== undefined)
    return { found: await selected(store, question.selection, retrieval, tokens, call), scope };
  const warnings = [...retrieval.warnings];
  if (retrieval.passages === 0) {
    warnings.push({ code: 'scope_empty', text: 'no indexed page or section matches the scope of the question' });
  }
  const both = await bothWritten(index, request, retrieval, call);
  const written =
    question.ownWords === undefined
      ? both
      : await (await import('./last-page.ts')).withLastPage(index.search, question, request, both, call);
  const { hits, ...ofSite } = await withSiteAnswers(index, request, written, outline, call);
  const evidence = { ...retrieval.evidence, ...ofSite };
  const offered = question.retrieval?.limit === undefined ? spread(hits, analyseQuestion(question.text)) : hits;
  const pointed = await withPointedAt(store, question, toPassages(offered), call);
  warnings.push(...pointed.warnings);
  const passages = withinBudget(pointed.passages, tokens);
  return { found: { retrieval: { ...retrieval, evidence, hits, warnings }, passages, warnings }, scope };
}

/** A selection is not retrieved, so no threshold applies to it. */
function thresholdOf({
  selection,
  retrieval,
}: Question): Pick<RetrieveRequest, 'floor' | 'minSimilarity' | 'mostSimilar'> {
  if (selection !== undefined) return {};
  const { minSimilarity, mostSimilar } = retrieval ?? {};
  return {
    ...(minSimilarity === undefined ? { floor: true } : { minSimilarity }),
    ...(mostSimilar === undefined ? {} : { mostSimilar }),
  };
}

async function selected(
  store: Index['store'],
  selection: NonNullable<Question['selection']>,
  retrieval: Retrieval,
  tokens: number | undefined,
  call: CallOptions,
): Promise<Found> {
  const { selectionPassages } = await import('./selection-passages.ts');
  const marked = await selectionPassages(store, selection, call);
  const passages = withinBudget(marked.passages, tokens);
  const left = marked.passages.length - passages.length;
  const warnings =
    left === 0 ? marked.warnings : [...marked.warnings, { code: 'budget', text: `${left} passages were left out` }];
  const status = left > 0 ? 'partial' : passages.length === 0 ? 'no_matches' : 'success';
  return { retrieval: { ...retrieval, hits: [], status, warnings }, passages, warnings };
}

/**
 * Returns the whole passages that contain what the reader points at, then the others. Text that is not in the index is not offered,
 * because nobody could open it as a source.
 */
async function withPointedAt(
  store: Index['store'],
  question: Question,
  hits: readonly Passage[],
  call: CallOptions,
): Promise<{ readonly passages: readonly Passage[]; readonly warnings: readonly Warning[] }> {
  if (question.about === undefined) return { passages: hits, warnings: [] };
  const { selectionPassages } = await import('./selection-passages.ts');
  const { passages, warnings, isLocated } = await selectionPassages(store, question.about, call);
  if (!isLocated) {
    const told = warnings.filter(({ code }) => code !== 'selection_not_located');
    return {
      passages: hits,
      warnings: [
        ...told,
        { code: 'selection_not_located', text: 'the selected text is not in the index, so other pages answer' },
      ],
    };
  }
  const marked = new Map(
    passages.map(({ label, chunk, score, similarity }) => [chunk.id, { label, chunk, score, similarity }]),
  );
  const known = new Map(hits.map((hit) => [hit.chunk.id, hit]));
  const first = [...marked.values()].map((passage) => known.get(passage.chunk.id) ?? passage);
  const all = [...first, ...hits.filter(({ chunk }) => !marked.has(chunk.id))];
  return { passages: all.map((passage, i) => ({ ...passage, label: `p${i + 1}` })), warnings };
}

/** If the top hits introduce an abbreviation in the question, or one for a phrase in it, adds the hits for the other form too. */
async function bothWritten(
  { search }: Index,
  request: RetrieveRequest,
  retrieval: Retrieval,
  call: CallOptions,
): Promise<Retrieval> {
  const texts = retrieval.hits.slice(0, INTRODUCING).map(({ chunk }) => chunk.text);
  const text = request.minSimilarity === undefined ? otherwiseWritten(request.text, texts) : undefined;
  if (text === undefined) return retrieval;
  const other = await search({ ...request, text }, call);
  if (other.generation !== retrieval.generation) return retrieval;
  // Hits for the question as typed count more; the other form only adds hits not found yet.
  const known = new Set(retrieval.hits.map(({ chunk }) => chunk.id));
  const added = other.hits.filter(({ chunk }) => !known.has(chunk.id));
  const hits = [...retrieval.hits, ...added.map((hit) => ({ ...hit, score: hit.score - OTHERWISE_WRITTEN }))];
  return { ...retrieval, hits: hits.sort((a, b) => b.score - a.score).slice(0, request.limit) };
}

/** Most pages named like the subject that are searched. */
const MOST_TITLED = 4;

/** For questions about the whole site, ranks pages that answer such questions first. */
async function withSiteAnswers(
  { search }: Index,
  request: RetrieveRequest,
  retrieval: Retrieval,
  { front, top }: Pick<SiteOutline, 'front' | 'top'>,
  call: CallOptions,
): Promise<SiteAnswers> {
  const about = siteQuestion(request.text, retrieval.evidence);
  if (about === undefined || request.minSimilarity !== undefined) return { hits: retrieval.hits };
  // These searches look for titles, which may be unlike the text of their pages, so the similarity floor does not apply.
  const { floor: _, ...wide } = { ...request, text: about.text };
  const searches = [search(wide, call)];
  if (request.where === undefined) {
    for (const paths of [front, top]) searches.push(search({ ...wide, where: { paths } }, call));
  }
  const found = await Promise.all(searches);
  const titled = titledSo(
    about,
    [retrieval, ...found].flatMap(({ hits }) => hits),
  );
  // The first passage of such a page may have no word in common with the question. A long page named like a subject could fill the list.
  const alone = about.subject === '' ? [titled] : titled.slice(0, MOST_TITLED).map((path) => [path]);
  if (request.where === undefined && titled.length > 0)
    found.push(...(await Promise.all(alone.map((paths) => search({ ...wide, where: { paths } }, call)))));
  const further = found.filter(({ generation }) => generation === retrieval.generation).flatMap(({ hits }) => hits);
  const answers = siteAnswersFirst(about, retrieval.hits, further, (url) => top.includes(pathKey(url)));
  return { ...answers, hits: answers.hits.slice(0, request.limit) };
}

/**
 * Keeps the best hits, then at most two of each page if there are several pages: the rest of what a question needs is rarely on the same
 * page as its best sections, except for the sections about the things that it compares.
 */
function spread(hits: readonly Hit[], { compared }: QuestionAnalysis): readonly Hit[] {
  if (new Set(hits.map(({ chunk }) => chunk.url)).size === 1) return hits.slice(0, MAX_PASSAGES);
  const perPage = new Map<string, number>();
  const kept = hits.filter(({ chunk }, place) => {
    const count = (perPage.get(chunk.url) ?? 0) + 1;
    perPage.set(chunk.url, count);
    return place < FIRST_PASSAGES || count <= PER_PAGE || sideOf(chunk, compared) >= 0;
  });
  return kept.slice(0, MAX_PASSAGES);
}

function toPassages(hits: readonly Hit[]): Passage[] {
  return hits.map((hit, i) => ({ label: `p${i + 1}`, chunk: hit.chunk, score: hit.score, similarity: hit.similarity }));
}

function withinBudget(passages: readonly Passage[], tokens: number = CONTEXT_TOKENS): readonly Passage[] {
  let left = tokens;
  const end = passages.findIndex(({ chunk }) => (left -= chunk.tokens) < 0);
  return end < 0 ? passages : passages.slice(0, end);
}

interface Run {
  readonly question: Question;
  /** Generation of the index at the start of the run; 0 if there is none. */
  readonly generation: number;
  readonly passages: RunPassages;
  readonly retrieve: (question: Question, call: CallOptions) => Promise<{ readonly found: Found }>;
}

interface FurtherSearches {
  readonly search: NonNullable<Brief['search']>;
  /** Returns the searches since the last call. */
  readonly drainEvents: () => readonly AnswerEvent[];
  readonly warnings: () => readonly Warning[];
}

/** Lets an answerer search during a run. `undefined` if only the given passages may be used. */
export function furtherSearch({ question, generation, passages, retrieve }: Run): FurtherSearches | undefined {
  if (question.selection !== undefined || question.supplied !== undefined) return undefined;
  let isChanged = false;
  const events: AnswerEvent[] = [];
  return {
    async search(query, call = {}) {
      const { where } = question;
      const { found } = await retrieve({ ...query, history: [], ...(where === undefined ? {} : { where }) }, call);
      // An answer must come from one generation of the index.
      const isStale = found.retrieval.generation !== generation;
      if (isStale) isChanged = true;
      const results = isStale ? [] : query.selection === undefined ? found.passages : located(found.passages, where);
      const least = question.retrieval?.minSimilarity ?? 0;
      const joining = passages.add(results.filter(({ similarity }) => similarity >= least));
      events.push({ type: 'search-end', search: query, passages: joining.added });
      const labels = new Map(joining.found.map(({ chunk, label }) => [chunk.id, label]));
      const labelled = results.map((passage) => ({ ...passage, label: labels.get(passage.chunk.id) ?? '' }));
      return { ...found, passages: labelled };
    },
    drainEvents: () => events.splice(0),
    warnings: () => (isChanged ? [CHANGED] : []),
  };
}

const CHANGED: Warning = {
  code: 'index_changed',
  text: 'the index was replaced during the answer, so it was not searched further',
};

/**
 * Keeps whole indexed passages that contain a text sent by the model. A text that is not in the index, or not within the question's
 * scope, would be a source invented by the model.
 */
function located(found: readonly Passage[], where: Question['where']): readonly Passage[] {
  if (where?.sections !== undefined) return [];
  return found.flatMap(({ window, ...passage }) => {
    const { url, locale, version } = passage.chunk;
    const isWithin =
      (where?.paths?.includes(pathKey(url)) ?? true) && isOf(locale, where?.locale) && isOf(version, where?.version);
    return window === undefined || !isWithin ? [] : [{ ...passage, score: 1 }];
  });
}

function isOf(own: string, wanted: string | undefined): boolean {
  return wanted === undefined || own === '' || own.toLowerCase() === wanted.toLowerCase();
}

/** Passages of one run by label; the labels are valid in this run only. */
interface RunPassages {
  /** All passages, in the order of their labels. */
  all(): readonly Passage[];
  get(label: string): Passage | undefined;
  /** Adds the results of a further search. A known passage keeps its label and its first scores; a new one gets the next label. */
  add(found: readonly Passage[]): { readonly found: readonly Passage[]; readonly added: readonly Passage[] };
}

export function runPassages(first: readonly Passage[]): RunPassages {
  const passages = [...first];
  const byLabel = new Map(first.map((passage) => [passage.label, passage]));
  const byChunk = new Map(first.map((passage) => [passage.chunk.id, passage]));
  return {
    all: () => [...passages],
    get: (label) => byLabel.get(label),
    add(found) {
      const added: Passage[] = [];
      const labelled = found.map((passage) => {
        const known = byChunk.get(passage.chunk.id);
        if (known !== undefined) return known;
        const fresh = { ...passage, label: `p${passages.length + 1}` };
        passages.push(fresh);
        byLabel.set(fresh.label, fresh);
        byChunk.set(fresh.chunk.id, fresh);
        added.push(fresh);
        return fresh;
      });
      return { found: labelled, added };
    },
  };
}
