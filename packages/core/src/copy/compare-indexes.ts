/** Reads two indexes back and says in what they differ. */
import type { ChunkStore } from '../open-store.ts';
import { fuse } from '../retrieve/fuse.ts';
import { CANDIDATES_PER_LEG } from '../retrieve/fusion-weights.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Diagnostic } from '../types/diagnostic.ts';
import { IbidError } from '../types/ibid-error.ts';
import type {
  IndexedPage,
  IndexInfo,
  LegQuery,
  LegResult,
  PageVectors,
  TermCounts,
  WholePage,
} from '../types/store.ts';
import { type CopyPair, throwIfStopped } from './copy-cache.ts';

export interface Comparison {
  /** Read on both sides. */
  readonly pages: number;
  readonly chunks: number;
  readonly searches: number;
  /** The largest difference of two components of vectors. */
  readonly vectorGap: number;
  /** How many things differ; `diagnostics` names the first of them. */
  readonly differences: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Each side may be off by what `WholePage` allows. */
const MOST_GAP = 2e-4;
const SEARCHES = 24;
/** Passages that are asked for at once, of both sides. */
const PASSAGES = 256;
const MOST_TOLD = 100;

/**
 * Compares every page, passage and vector, each passage also as it is given out by its id, and what a sample of searches finds. Then
 * each side checks what only it can: whatever it searches by besides; errors and warnings of that count as differences. Rejects with
 * `NOT_INDEXED` where one side shows nothing, with `STORE_BUSY` where one is indexed anew meanwhile.
 */
export async function compareIndexes(options: CopyPair): Promise<Comparison> {
  const { from, to, signal, onProgress } = options;
  const call: CallOptions = signal === undefined ? {} : { signal };
  const [source, target] = await Promise.all([from.info(call), to.info(call)]);
  if (source === undefined || target === undefined) {
    const which = source === undefined ? 'source' : 'target';
    throw new IbidError('NOT_INDEXED', `The ${which} shows no pages, so there is nothing to compare.`);
  }
  const findings = openFindings();
  for (const words of infoDifferences(source, target)) findings.add('copy:index', '', words);

  const every = Math.max(1, Math.floor(source.pages / SEARCHES));
  const queries: LegQuery[] = [];
  let passages: Chunk[] = [];
  const givenOut = async (): Promise<void> => {
    for (const side of ['source', 'target'] as const) {
      const store = side === 'source' ? from : to;
      for (const { url, id } of await otherPassages(store, passages, call)) {
        findings.add('copy:passage', url, `The ${side} gives out another passage for \`${id}\``);
      }
    }
    passages = [];
  };
  const counts = { pages: 0, chunks: 0, vectorGap: 0 };
  let at = 0;
  for await (const [ours, theirs] of sideBySide(from.readPages({}, call), to.readPages({}, call))) {
    throwIfStopped(signal);
    if (ours === undefined || theirs === undefined) {
      const { url } = (ours ?? theirs)!.page;
      findings.add(
        'copy:page',
        url,
        ours === undefined ? 'The source does not have it' : 'The target does not have it',
      );
      continue;
    }
    const gap = vectorGap(ours.vectors, theirs.vectors);
    if (gap > MOST_GAP)
      findings.add('copy:vectors', ours.page.url, `Its vectors differ by up to ${gap.toPrecision(2)}`);
    else counts.vectorGap = Math.max(counts.vectorGap, gap);
    if (pageRecord(ours.page) !== pageRecord(theirs.page)) {
      findings.add('copy:page', ours.page.url, 'Its text, passages or words differ');
    }
    counts.pages += 1;
    counts.chunks += ours.page.chunks.length;
    passages.push(...ours.page.chunks.map(({ chunk }) => chunk));
    if (passages.length >= PASSAGES) await givenOut();
    if (at++ % every === 0 && queries.length < SEARCHES) {
      const query = sampleQuery(ours);
      if (query !== undefined) queries.push(query);
    }
    onProgress?.({ stage: 'compare', done: counts.pages, total: source.pages });
  }
  await givenOut();
  for (const [done, query] of queries.entries()) {
    throwIfStopped(signal);
    const words = compareSearch(...(await Promise.all([from.search(query, call), to.search(query, call)])));
    const text = query.terms.map(({ term }) => term).join(' ');
    if (words !== undefined) findings.add('copy:search', '', `The search for \`${text}\`: ${words}`);
    onProgress?.({ stage: 'search', done: done + 1, total: queries.length });
  }
  for (const [done, side] of (['source', 'target'] as const).entries()) {
    onProgress?.({ stage: 'check', done, total: 2 });
    for await (const { severity, rule, page, message } of (side === 'source' ? from : to).check(call)) {
      throwIfStopped(signal);
      if (severity !== 'info') findings.add(rule, page, `In the ${side}: ${message}`);
    }
  }
  return { ...counts, searches: queries.length, ...findings.all() };
}

/** Those for which the store has another passage, or none. */
async function otherPassages(
  store: ChunkStore,
  passages: readonly Chunk[],
  call: CallOptions,
): Promise<readonly Chunk[]> {
  const given = await store.getChunks(
    passages.map(({ id }) => id),
    call,
  );
  return passages.filter(
    (passage, i) => JSON.stringify(canonicalJson(passage)) !== JSON.stringify(canonicalJson(given[i])),
  );
}

interface Findings {
  add(rule: Diagnostic['rule'], page: string, message: string): void;
  all(): Pick<Comparison, 'differences' | 'diagnostics'>;
}

function openFindings(): Findings {
  const diagnostics: Diagnostic[] = [];
  let differences = 0;
  return {
    add(rule, page, message) {
      differences += 1;
      if (diagnostics.length < MOST_TOLD) diagnostics.push({ severity: 'error', rule, message, page });
    },
    all: () => ({ differences, diagnostics }),
  };
}

/** First passages of a search that must come in the same order. */
const FIRST = 10;
/** Fused scores closer than this are a tie: vectors are kept with sixteen bits in one store and with more in another. */
const TIE = 0.01;

/** In what two results of one search differ, in words; `undefined` where they agree. */
function compareSearch(source: LegResult, target: LegResult): string | undefined {
  if (source.passages !== target.passages || source.pages !== target.pages) {
    return `${source.passages} passages of ${source.pages} pages in the source, ${target.passages} of ${target.pages} in the target`;
  }
  const ours = fuse(source);
  const scores = new Map(ours.map(({ candidate, score }) => [candidate.id, score]));
  const theirs = fuse(target).slice(0, FIRST);
  const first = ours.slice(0, FIRST);
  if (theirs.length !== first.length)
    return `${first.length} passages found in the source, ${theirs.length} in the target`;
  const at = theirs.findIndex(({ candidate, score }, place) => {
    const known = scores.get(candidate.id);
    return known === undefined || Math.abs(known - score) > TIE || Math.abs(known - first[place]!.score) > TIE;
  });
  if (at < 0) return undefined;
  return `place ${at + 1} has \`${first[at]!.candidate.id}\` in the source and \`${theirs[at]!.candidate.id}\` in the target`;
}

/** Pages of both sides by URL; `undefined` where one side lacks a page. */
async function* sideBySide(
  source: AsyncIterable<WholePage>,
  target: AsyncIterable<WholePage>,
): AsyncGenerator<readonly [WholePage | undefined, WholePage | undefined], void, undefined> {
  const [left, right] = [source[Symbol.asyncIterator](), target[Symbol.asyncIterator]()];
  try {
    let [ours, theirs] = await Promise.all([next(left), next(right)]);
    while (ours !== undefined || theirs !== undefined) {
      const order = byUrl(ours, theirs);
      yield [order <= 0 ? ours : undefined, order >= 0 ? theirs : undefined];
      [ours, theirs] = await Promise.all([order <= 0 ? next(left) : ours, order >= 0 ? next(right) : theirs]);
    }
  } finally {
    await Promise.allSettled([left.return?.(), right.return?.()]);
  }
}

/** Which of two pages comes first; the end of a side comes after every page. */
function byUrl(a: WholePage | undefined, b: WholePage | undefined): number {
  if (a === undefined || b === undefined) return a === undefined ? 1 : -1;
  return a.page.url === b.page.url ? 0 : a.page.url < b.page.url ? -1 : 1;
}

async function next(side: AsyncIterator<WholePage>): Promise<WholePage | undefined> {
  const step = await side.next();
  return step.done === true ? undefined : step.value;
}

/** All that a page holds as one text: equal for equal pages, whatever order their store gives keys and words in. */
function pageRecord({ chunks, ...page }: IndexedPage): string {
  return JSON.stringify([
    canonicalJson(page),
    chunks.map(({ chunk, terms }) => [canonicalJson(chunk), termRecord(terms)]),
  ]);
}

function termRecord({ title, headings, body }: TermCounts): unknown {
  return [title, headings, body].map((counts) => [...counts].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What two stores say of the generation on show and do not have in common, in words. Numbers of generations are each store's own. */
export function infoDifferences(source: IndexInfo, target: IndexInfo): readonly string[] {
  const [ours, theirs] = [told(source), told(target)];
  const words = Object.keys(ours)
    .filter((name) => ours[name] !== theirs[name])
    .map((name) => `${name}: \`${ours[name]}\` in the source, \`${theirs[name]}\` in the target`);
  return isSameBytes(source.space.data, target.space.data) ? words : [...words, 'the data of the space differ'];
}

function isSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

function told(info: IndexInfo): Readonly<Record<string, string | number>> {
  return {
    chunker: info.schema.chunker,
    tokenizer: info.schema.tokenizer,
    source: info.sourceId,
    pages: info.pages,
    passages: info.chunks,
    'publishing date': info.publishedAt,
    space: info.space.id,
    dimensions: info.space.dimensions,
  };
}

const TERMS = 12;

/** A search for a page's middle passage by some of its words and its own vector; `undefined` for a page without passages. */
function sampleQuery({ page, vectors }: WholePage): LegQuery | undefined {
  const at = Math.floor(page.chunks.length / 2);
  const terms = page.chunks[at]?.terms;
  if (terms === undefined) return undefined;
  const words = [...new Set([...terms.headings.keys(), ...[...terms.body.keys()].sort()])].slice(0, TERMS);
  return {
    terms: words.map((term) => ({ term, count: 1 })),
    vector: ofUnitLength(vectors.passages[at]),
    limit: CANDIDATES_PER_LEG,
  };
}

function ofUnitLength(vector: Float32Array | undefined): Float32Array | undefined {
  const length = Math.hypot(...(vector ?? []));
  return length === 0 ? undefined : vector?.map((value) => value / length);
}

/** The largest difference of two components; infinite where the vectors do not run parallel. */
function vectorGap(a: PageVectors, b: PageVectors): number {
  if (a.spaceId !== b.spaceId) return Infinity;
  return Math.max(gapOf(a.passages, b.passages), gapOf(a.headings, b.headings));
}

function gapOf(a: readonly Float32Array[], b: readonly Float32Array[]): number {
  if (a.length !== b.length) return Infinity;
  let gap = 0;
  for (const [i, ours] of a.entries()) {
    const theirs = b[i]!;
    if (ours.length !== theirs.length) return Infinity;
    for (let j = 0; j < ours.length; j++) {
      const own = Math.abs(ours[j]! - theirs[j]!);
      // A value that is no number is as far away as can be.
      if (!(own <= gap)) gap = Number.isNaN(own) ? Infinity : own;
    }
  }
  return gap;
}

/** The same value with its objects as lists of keys and values, in order of keys: equal values read equal as JSON. */
function canonicalJson(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonicalJson);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(([key, inner]) => [key, canonicalJson(inner)]);
}
