import { readFileSync } from 'node:fs';
import { openStore } from '@ibid/core';
import type { LegQuery } from '@ibid/core/types';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import type { CaseInput } from '../cases/bench-case.ts';
import { seededRandom } from '../corpus/random.ts';
import { vocabulary } from '../corpus/vocabulary.ts';
import { latency, memoryMegabytes, milliseconds, type Figures } from '../measure.ts';
import { nearVector } from './near-vector.ts';

const QUERIES = 100;
/** The limit that retrieval uses. */
const LIMIT = 100;

/** Opens the index written by `scaleIndex` in a fresh process, and searches all four legs. */
export async function scaleQuery({ index, scale }: CaseInput): Promise<Figures> {
  const { size, dimensions } = scale ?? { size: 1000, dimensions: 256 };
  const started = performance.now();
  await using store = await openStore(sqliteStore({ file: index, readOnly: true }));
  const queries = makeQueries(dimensions);
  await store.search(queries[0]!);
  const opened = milliseconds(started);
  const anonymousOpened = anonymousMegabytes();
  const search = await latency('search', queries, (query) => store.search(query));
  const words = await latency('text only', queries, (query) => store.search({ ...query, vector: undefined }));
  const filtered = await latency('filtered', queries, (query) =>
    store.search({ ...query, where: { module: 'part-3' } }),
  );
  return {
    chunks: size,
    dimensions,
    'open ms': opened,
    'memory MB': memoryMegabytes(),
    'of which not from files MB': anonymousMegabytes(),
    'opened, not from files MB': anonymousOpened,
    ...search,
    ...words,
    ...filtered,
  };
}

/** Queries of five words of a topic, with a vector near one of its pages. */
function makeQueries(dimensions: number): readonly LegQuery[] {
  const words = vocabulary();
  return Array.from({ length: QUERIES }, (_, i): LegQuery => {
    const random = seededRandom(i + 99);
    const topic = i % words.topics;
    const terms = new Set(Array.from({ length: 5 }, () => words.topicWord(random, topic)));
    return {
      terms: [...terms].map((term) => ({ term, count: 1 })),
      vector: nearVector(dimensions, [topic, words.topics + topic, -1 - i]),
      limit: LIMIT,
    };
  });
}

/** Resident memory not backed by a file, so that the system cannot reclaim it; 0 if the system does not report it. */
function anonymousMegabytes(): number {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB/mu.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1000;
  } catch {
    return 0;
  }
}
