/** Reads two indexes back and says in what they differ. */
import type { ChunkStore } from '../open-store.ts';
import type { CallOptions } from '../types/call-options.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Diagnostic } from '../types/diagnostic.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { LegQuery } from '../types/store.ts';
import { compareSearch } from './compare-search.ts';
import type { CopyPair } from './copy-options.ts';
import { inOrder } from './in-order.ts';
import { infoDifferences } from './info-differences.ts';
import { pageRecord } from './page-record.ts';
import { sampleQuery } from './sample-query.ts';
import { sideBySide } from './side-by-side.ts';
import { throwIfStopped } from './throw-if-stopped.ts';
import { vectorGap } from './vector-gap.ts';

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
  return passages.filter((passage, i) => JSON.stringify(inOrder(passage)) !== JSON.stringify(inOrder(given[i])));
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
