import { keepRule, memoryStore, storeRules } from '@ibid/testkit';
import type { IndexedPage, LegQuery, LegResult, PageVectors, StoreDriver } from '@ibid/core/types';
import { describe, expect, test } from 'vitest';

type Plant = (sound: StoreDriver) => Partial<StoreDriver>;

/** Faults known from real stores, each with the rule that must detect it. */
const FAULTS: Readonly<Record<string, readonly [rule: RegExp, plant: Plant]>> = {
  'limits before it filters': [
    /filters before it limits/,
    (sound) => ({
      search: async ({ where, ...query }) => {
        const all = await sound.search(query);
        const allowed = await sound.search({ ...query, limit: 1000, ...(where === undefined ? {} : { where }) });
        const passing = new Set(allowed.candidates.map(({ id }) => id));
        return { ...allowed, candidates: all.candidates.filter(({ id }) => passing.has(id)) };
      },
    }),
  ],
  'answers from stale postings': [
    /no trace of replaced and deleted content/,
    (sound) => {
      const known = new Map<string, LegResult>();
      return {
        search: async (query) => {
          const key = JSON.stringify(query.terms);
          const result = known.get(key) ?? (await sound.search(query));
          known.set(key, result);
          return result;
        },
        publish: async (build) => {
          await sound.search({ terms: [{ term: 'alpha', count: 1 }], vector: undefined, limit: 100 }).then(
            (result) => known.set(JSON.stringify([{ term: 'alpha', count: 1 }]), result),
            () => undefined,
          );
          return sound.publish(build);
        },
      };
    },
  ],
  'breaks ties the other way': [
    /breaks ties by chunk id/,
    (sound) => ({
      search: async (query) => {
        const all = await sound.search({ ...query, limit: 1000 });
        return { ...all, candidates: all.candidates.slice(-query.limit) };
      },
    }),
  ],
  'loses how a text is shown': [
    /gives pages and chunks back as they were put/,
    (sound) => ({
      getChunks: async (ids) => (await sound.getChunks(ids)).map((chunk) => chunk && { ...chunk, marks: [] }),
    }),
  ],
  'takes a quote for syntax': [/plain text/, (sound) => ({ search: (query) => sound.search(withoutQuotes(query)) })],
  'lists pages of the build': [
    /shows the old generation, whole, until publish/,
    (sound) => {
      const put = new Map<string, IndexedPage>();
      return {
        putPage: async (page) => {
          put.set(page.url, page);
          await sound.putPage(page);
        },
        async *listPages() {
          for await (const page of sound.listPages()) yield { ...page, revision: put.get(page.url)?.revision ?? '' };
        },
      };
    },
  ],
  'keeps vectors of replaced content': [
    /drops the vectors of replaced content/,
    (sound) => {
      const vectors = new Map<string, PageVectors>();
      return {
        putVectors: async (one) => {
          vectors.set(one.url, one);
          await sound.putVectors(one);
        },
        putPage: async (page) => {
          await sound.putPage(page);
          const old = vectors.get(page.url);
          if (old !== undefined) await sound.putVectors(old);
        },
      };
    },
  ],
  'publishes what is not complete': [
    /refuses to publish while a page lacks vectors/,
    (sound) => ({
      publish: async (build) => {
        for await (const { url } of sound.listBuild({ withoutVectorsIn: build.space.id }))
          await sound.deletePages([url]);
        return sound.publish(build);
      },
    }),
  ],
  'counts pages in the page leg': [
    /counts passages, not pages/,
    (sound) => ({
      search: async (query) => {
        const result = await sound.search(query);
        const { page } = await sound.search({ ...query, limit: 1000 });
        return { ...result, page: { hi: page.hi, lo: page.lo } };
      },
    }),
  ],
  'starts from old pages after a change of schema': [
    /begins with the live pages when the schema is theirs/,
    (sound) => ({
      beginBuild: async (build) => {
        const shown = await sound.info();
        return sound.beginBuild({ ...build, schema: shown?.schema ?? build.schema });
      },
    }),
  ],
  'finds nothing instead of saying that nothing is indexed': [
    /NOT_INDEXED/,
    (sound) => ({
      search: async (query) => {
        if ((await sound.info()) !== undefined) return sound.search(query);
        const none = { hi: 0, lo: 0 };
        const legs = { text: none, vector: none, page: none, pageText: none };
        return { ...legs, candidates: [], passages: 0, pages: 0, idf: [], generation: 0 };
      },
    }),
  ],
  'reads vectors back in the wrong place': [
    /reads whole pages and their vectors back/,
    (sound) => ({
      async *readPages(from) {
        for await (const { page, vectors } of sound.readPages(from)) {
          yield { page, vectors: { ...vectors, passages: vectors.headings, headings: vectors.passages } };
        }
      },
    }),
  ],
  'forgets how often a word stands in a passage': [
    /reads what is live/,
    (sound) => ({
      async *readPages(from) {
        for await (const { page, vectors } of sound.readPages(from)) {
          const chunks = page.chunks.map(({ chunk, terms }) => ({
            chunk,
            terms: { ...terms, body: once(terms.body) },
          }));
          yield { page: { ...page, chunks }, vectors };
        }
      },
    }),
  ],
  'lists tokens of earlier generations': [
    /lists every token/,
    (sound) => {
      const listed = new Map<string, number>();
      return {
        terms: async (known) => {
          const now = await sound.terms!(known);
          for (const [term, count] of now?.terms ?? []) listed.set(term, count);
          return now && { ...now, terms: new Map(listed) };
        },
      };
    },
  ],
  'counts tokens by page': [
    /lists every token/,
    (sound) => ({
      terms: async (known) => {
        const now = await sound.terms!(known);
        return now && { ...now, terms: new Map([...now.terms].map(([term, count]) => [term, Math.ceil(count / 2)])) };
      },
    }),
  ],
  'begins again at the first page': [/reads on after a URL/, (sound) => ({ readPages: () => sound.readPages() })],
  'scores by the passages of the filter alone': [
    /scores as without one/,
    (sound) => ({
      search: async (query) => {
        const result = await sound.search(query);
        if (query.where === undefined) return result;
        return { ...result, idf: result.idf.map((_, i) => Math.log(1 + result.passages / (i + 1))) };
      },
    }),
  ],
};

function once(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...counts.keys()].map((term) => [term, 1]));
}

function withoutQuotes(query: LegQuery): LegQuery {
  return { ...query, terms: query.terms.map(({ term, count }) => ({ term: term.replaceAll('"', ''), count })) };
}

describe('the store suite notices a store that', () => {
  for (const [fault, [title, plant]] of Object.entries(FAULTS)) {
    test(`${fault} (planted)`, async () => {
      const rule = storeRules.find((one) => title.test(one.title))!;
      const sound = memoryStore();
      const place = { driver: (): StoreDriver => ({ ...sound, ...plant(sound) }), remove: async () => undefined };
      await expect(keepRule(rule, place)).rejects.toThrow(/expected/);
    });
  }
});
