/** Reads two indexes back and says in what they differ. */
import type { ChunkStore } from '../store/open-store.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Diagnostic } from '../types/diagnostic.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { IndexedPage, IndexInfo, PageVectors, TermCounts, WholePage } from '../types/store.ts';

/** In this order; a stage without work is left out. */
export type CopyStage = 'list' | 'copy' | 'publish' | 'compare' | 'check';

export interface CopyProgress {
  readonly stage: CopyStage;
  readonly done: number;
  readonly total: number;
}

/** Two stores of one kind or of two; both stay open. */
export interface CopyPair extends CallOptions {
  readonly from: ChunkStore;
  readonly to: ChunkStore;
  readonly onProgress?: (progress: CopyProgress) => void;
}

export interface Comparison {
  /** Read on both sides. */
  readonly pages: number;
  readonly chunks: number;
  /** The largest difference of two components of vectors. */
  readonly vectorGap: number;
  /** Number of differences; `diagnostics` names the first of them. */
  readonly differences: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** Each side may be off by what `WholePage` allows. */
const MOST_GAP = 2e-4;
const MOST_TOLD = 100;

/**
 * Compares every page, passage and vector. Then each side checks data that only it has, such as its search structures; errors and warnings
 * of that count as differences. Rejects with `NOT_INDEXED` if a side has no generation, `STORE_BUSY` if one is indexed meanwhile.
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

  const counts = { pages: 0, chunks: 0, vectorGap: 0 };
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
    onProgress?.({ stage: 'compare', done: counts.pages, total: source.pages });
  }
  for (const [done, side] of (['source', 'target'] as const).entries()) {
    onProgress?.({ stage: 'check', done, total: 2 });
    for await (const { severity, rule, page, message } of (side === 'source' ? from : to).check(call)) {
      throwIfStopped(signal);
      if (severity !== 'info') findings.add(rule, page, `In the ${side}: ${message}`);
    }
  }
  return { ...counts, ...findings.all() };
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

/** Describes differences between the live generations of two stores. Their generation numbers may differ. */
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

/** Throws `ABORTED` once the signal has fired. */
export function throwIfStopped(signal: AbortSignal | undefined): void {
  if (signal?.aborted !== true) return;
  throw new IbidError('ABORTED', 'Copying was stopped; run it again to go on where it stopped.', {
    retryable: true,
    cause: signal.reason,
  });
}
