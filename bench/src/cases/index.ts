import { SURFACES } from '../http/surface.ts';
import type { BenchCase } from './bench-case.ts';

/** Each case loads only the code that it measures, because its memory is measured too. */
export const CASES: Readonly<Record<string, () => Promise<BenchCase>>> = {
  'ibid index': async () => (await import('./ibid-index.ts')).ibidIndex,
  'ibid query': async () => (await import('./ibid-query.ts')).ibidQuery,
  'dump passages': async () => (await import('./dump-passages.ts')).dumpPassages,
  'minisearch index': async () => (await import('./minisearch.ts')).minisearchIndex,
  'minisearch query': async () => (await import('./minisearch.ts')).minisearchQuery,
  'orama index': async () => (await import('./orama.ts')).oramaIndex(false),
  'orama query': async () => (await import('./orama.ts')).oramaQuery(false),
  'orama hybrid index': async () => (await import('./orama.ts')).oramaIndex(true),
  'orama hybrid query': async () => (await import('./orama.ts')).oramaQuery(true),
  'cold start': async () => (await import('./cold-start.ts')).coldStart,
  'scale index': async () => (await import('../scale/scale-index.ts')).scaleIndex,
  'scale query': async () => (await import('../scale/scale-query.ts')).scaleQuery,
  'widget panel': async () => (await import('./widget-panel.ts')).widgetPanel,
  'http bare': async () => (await import('../http/http-case.ts')).bareCase,
  ...Object.fromEntries(
    SURFACES.map((surface) => [
      `http ${surface.path}`,
      async (): Promise<BenchCase> => (await import('../http/http-case.ts')).httpCase(surface),
    ]),
  ),
};
