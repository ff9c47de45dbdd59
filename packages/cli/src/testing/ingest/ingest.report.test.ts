import { openStore } from '@ibid/core';
import type { IngestProgress } from '@ibid/core/ingest';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { hashEmbedder } from '@ibid/drivers/embedders/hash';
import { memoryStore } from '@ibid/drivers/stores/memory';
import { scriptedUrl } from '@ibid/testkit';
import { describe, expect, it } from 'vitest';
import { ingestInto, sourceOf, watchedEmbedder } from './ingest-setup.ts';
import { SMALL } from './small-site.ts';

describe('ingest', () => {
  it('reports pages with one URL or with the same text', async () => {
    const store = await openStore(memoryStore());
    const source = sourceOf({ ...SMALL, '/guide/copy': SMALL['/guide/start']! });
    source.extraEntries.push({ url: scriptedUrl('/guide/stop'), revision: 'other' });
    const report = await ingestInto(store, source);
    expect(report.diagnostics.map(({ rule, page: url }) => [rule, url])).toEqual([
      ['ingest:duplicate-url', scriptedUrl('/guide/stop')],
      ['ingest:duplicate-content', scriptedUrl('/guide/start')],
    ]);
    expect(report.pages).toMatchObject({ found: 5, added: 5 });
  });

  it('embeds a heading that several passages of a page share once', async () => {
    const store = await openStore(memoryStore());
    const texts: string[] = [];
    const long = Array.from({ length: 120 }, (_, index) => `Sentence number ${index} tells of the long section.`);
    const source = sourceOf({ '/long': `# Long\n\n## Section\n\n${long.join(' ')}\n` });
    const embedder = watchedEmbedder(hashEmbedder(), (batch) => void texts.push(...batch));
    const report = await ingestInto(store, source, { embedder });
    expect(report.chunks).toBeGreaterThan(2);
    expect(new Set(texts).size).toBe(texts.length);
    expect(report.embedded).toEqual({ calls: 1, texts: texts.length });
    expect(texts.length).toBeLessThanOrEqual(report.chunks + 2);
  });

  it('tells how far it is, stage after stage', async () => {
    const store = await openStore(memoryStore());
    const events: IngestProgress[] = [];
    const report = await ingestInto(store, sourceOf(SMALL), {
      embedder: builtinEmbedder(),
      onProgress: (event) => events.push(event),
    });
    expect([...new Set(events.map((event) => event.stage))]).toEqual(['list', 'pages', 'fit', 'embed', 'publish']);
    for (const stage of ['pages', 'embed', 'publish'] as const) {
      const own = events.filter((event) => event.stage === stage);
      expect(own.map((event) => event.done)).toEqual(own.map((event) => event.done).toSorted((a, b) => a - b));
      expect(own.at(-1)?.done).toBe(own.at(-1)?.total);
    }
    expect(Object.keys(report.timings)).toEqual(['list', 'pages', 'fit', 'embed', 'publish']);
  });
});
