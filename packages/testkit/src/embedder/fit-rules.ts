import type { EmbedderSource } from '@ibid/core/types';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';
import { SAMPLE_TEXTS } from './sample-texts.ts';

/** One rule for fitted sources; `run` rejects if it is broken. */
export interface FitRule {
  readonly title: string;
  run(source: EmbedderSource & { readonly kind: 'fitted' }): Promise<void>;
}

export const FIT_RULES: readonly FitRule[] = [
  {
    title: 'equal passages in equal order give equal bytes and ids',
    async run(source) {
      const [first, second] = [await source.fit(SAMPLE_TEXTS), await source.fit([...SAMPLE_TEXTS])];
      expect(Buffer.compare(first.data, second.data)).toBe(0);
      expect(second.id).toBe(first.id);
    },
  },
  {
    title: 'different passages give different ids, all of one family (R6)',
    async run(source) {
      const [one, other] = [await source.fit(SAMPLE_TEXTS), await source.fit(SAMPLE_TEXTS.slice(1))];
      expect(one.id).not.toBe(other.id);
      for (const { id } of [one, other]) expect(id.startsWith(source.family)).toBe(true);
    },
  },
  {
    title: 'opens with the id and dimensions of the fit',
    async run(source) {
      const { id, dimensions, data } = await source.fit(SAMPLE_TEXTS);
      const embedder = await source.open({ id, dimensions, data });
      expect(embedder).toMatchObject({ id, dimensions });
      await embedder.close();
    },
  },
  {
    title: 'refuses bytes that are not a fit',
    async run(source) {
      const space = await source.fit(SAMPLE_TEXTS);
      const last = space.data.length - 1;
      for (const data of [new Uint8Array(), space.data.slice(0, last), space.data.with(last, space.data[last]! ^ 1)]) {
        expect(await rejection(source.open({ ...space, data }))).toBe('INDEX_DAMAGED');
      }
    },
  },
  {
    title: 'fits any passages: none, one, copies, blank ones',
    async run(source) {
      const [first, second, third] = SAMPLE_TEXTS as [string, string, string];
      for (const few of [[], [first], [first, first], ['', ' '], [first, second], [first, second, third]]) {
        const embedder = await source.open(await source.fit(few));
        const { vectors } = await embedder.embed({ purpose: 'query', texts: [first] });
        expect(vectors[0]).toHaveLength(embedder.dimensions);
        expect(vectors[0]!.every(Number.isFinite)).toBe(true);
        await embedder.close();
      }
    },
  },
  {
    title: 'reports progress that rises to its total',
    async run(source) {
      const reports: (readonly [done: number, total: number])[] = [];
      await source.fit(SAMPLE_TEXTS, { onProgress: (done, total) => reports.push([done, total]) });
      expect(reports).toEqual(reports.toSorted(([a], [b]) => a - b));
      const [done, total] = reports.at(-1)!;
      expect(done).toBe(total);
    },
  },
  {
    title: 'stops a fit with ABORTED, before it begins and while it runs',
    async run(source) {
      const controller = new AbortController();
      const running = rejection(source.fit(SAMPLE_TEXTS, { signal: controller.signal }));
      controller.abort();
      expect(await rejection(source.fit(SAMPLE_TEXTS, { signal: AbortSignal.abort() }))).toBe('ABORTED');
      expect(await running).toBe('ABORTED');
    },
  },
  {
    title: 'asks for a refit when nothing was fitted, and for none right after a fit',
    async run(source) {
      const [none, all] = [await source.fit([]), await source.fit(SAMPLE_TEXTS)];
      const total = SAMPLE_TEXTS.length;
      const reason = expect.stringMatching(/./u) as string;
      expect(source.drift(none, { total, added: total })).toMatchObject({ refit: true, reason });
      expect(source.drift(all, { total, added: 0 })).toMatchObject({ refit: false, reason });
    },
  },
];
