import { canonicalUrl } from '@ibid/core';
import { parsePage } from '@ibid/core/parse';
import type { RawPage, Source, SourceEntry } from '@ibid/core/types';
import { expect } from 'vitest';
import { rejection } from '../store/store-rule.ts';

/** A place with pages, made for one test, with functions to disturb it. */
export interface SourcePlace {
  /** Opens a new source for the place in its current state. */
  readonly open: () => Source | Promise<Source>;
  /** URLs of the initial pages, at least three. */
  readonly pages: readonly string[];
  /** Text that must not appear in any message or id, such as the machine path or a token; `''` if there is none. */
  readonly secret: string;
  /** Changes the text of one page. */
  readonly change: (url: string) => Promise<void>;
  readonly remove: (url: string) => Promise<void>;
  /** Makes one page unreadable in its format, such as with bytes that are not text. */
  readonly spoil: (url: string) => Promise<void>;
  /** Makes the whole place unreadable. */
  readonly vanish: () => Promise<void>;
  /** Removes the place; also called after `vanish`. */
  readonly dispose: () => Promise<void>;
}

/** An ability that some sources lack: listing by URL (sites list in order of discovery). */
export type SourceCapability = 'url-order';

/** One rule of the contract; `run` rejects if it is broken. */
export interface SourceRule {
  readonly title: string;
  readonly needs?: SourceCapability;
  run(place: SourcePlace): Promise<void>;
}

export const SOURCE_RULES: readonly SourceRule[] = [
  {
    title: 'lists every page once, with its canonical URL',
    run: (place) =>
      withSource(place, async (source) => {
        const urls = (await listed(source)).map(({ url }) => url);
        expect(urls.toSorted()).toEqual(place.pages.toSorted());
        expect(urls.map(canonicalUrl)).toEqual(urls);
      }),
  },
  {
    title: 'lists by URL',
    needs: 'url-order',
    run: (place) =>
      withSource(place, async (source) => {
        const urls = (await listed(source)).map(({ url }) => url);
        expect(urls).toEqual(urls.toSorted());
      }),
  },
  {
    title: 'lists the same revisions in the same order while nothing changes, in one source or in several at once',
    async run(place) {
      const twice = withSource(place, async (source) => [await listed(source), await listed(source)] as const);
      const others = await Promise.all([withSource(place, listed), withSource(place, listed)]);
      const [first, second] = await twice;
      for (const entries of [second, ...others]) expect(entries).toEqual(first);
    },
  },
  {
    title: 'gives a changed page a new revision, and leaves those of the other pages alone (R24)',
    async run(place) {
      const [changed] = place.pages;
      const before = await withSource(place, listed);
      await place.change(changed!);
      const after = await withSource(place, listed);
      expect(after.map(({ url }) => url)).toEqual(before.map(({ url }) => url));
      const differing = after.filter(({ revision }, at) => revision !== before[at]!.revision);
      expect(differing.map(({ url }) => url)).toEqual([changed]);
    },
  },
  {
    title: 'loads what a page has become, also with a source that knew it before',
    run: (place) =>
      withSource(place, async (source) => {
        const [changed] = place.pages;
        const before = await loadedPage(source, changed!);
        await place.change(changed!);
        const after = await loadedPage(source, changed!);
        expect(after?.body).toBeTypeOf('string');
        expect(after?.body).not.toBe(before?.body);
      }),
  },
  {
    title: 'lists a removed page no more (R24)',
    async run(place) {
      const removed = place.pages.at(-1)!;
      await place.remove(removed);
      const urls = (await withSource(place, listed)).map(({ url }) => url);
      expect(urls.toSorted()).toEqual(place.pages.toSorted().filter((url) => url !== removed));
    },
  },
  {
    title: 'loads pages that say where they come from and that parse (R21)',
    run: (place) =>
      withSource(place, async (source) => {
        for (const entry of await listed(source)) {
          const { page } = await source.load(entry);
          expect(page?.url).toBe(entry.url);
          for (const field of [page!.module, page!.sourceFile]) expect(field).not.toBe('');
          expect(page!.sourceFile.split('/')).not.toContain('..');
          expectNoSecret(place, page!.sourceFile);
          const parsed = parsePage(page!).page;
          expect(parsed?.blocks.length).toBeGreaterThan(0);
          expect(parsed?.title).not.toBe('');
        }
      }),
  },
  {
    title: 'answers a bad page with diagnostics, and loads the others all the same (R24)',
    async run(place) {
      const [bad, ...others] = place.pages;
      await place.spoil(bad!);
      await withSource(place, async (source) => {
        const entries = await listed(source);
        for (const url of others) {
          const entry = entries.find((one) => one.url === url);
          expect((await source.load(entry!)).page).toBeDefined();
        }
        const entry = entries.find((one) => one.url === bad);
        const loaded = entry && (await source.load(entry));
        const parsed = loaded?.page && parsePage(loaded.page);
        const said = [...source.diagnostics, ...(loaded?.diagnostics ?? []), ...(parsed?.diagnostics ?? [])];
        expect(said).not.toEqual([]);
      });
    },
  },
  {
    title: 'rejects with SOURCE_UNAVAILABLE when it cannot be read at all (R24)',
    async run(place) {
      await place.vanish();
      expect(await rejection(withSource(place, listed))).toBe('SOURCE_UNAVAILABLE');
    },
  },
  {
    title: 'stops with ABORTED, before and while it lists and before it loads',
    run: (place) =>
      withSource(place, async (source) => {
        const [first] = await listed(source);
        const signal = AbortSignal.abort();
        expect(await rejection(listed(source, signal))).toBe('ABORTED');
        expect(await rejection(source.load(first!, { signal }))).toBe('ABORTED');
        const controller = new AbortController();
        const listing = async (): Promise<void> => {
          for await (const { url } of source.list({ signal: controller.signal })) if (url !== '') controller.abort();
        };
        expect(await rejection(listing())).toBe('ABORTED');
      }),
  },
  {
    title: 'refuses with CLOSED once closed, and closes twice without harm',
    async run(place) {
      const source = await place.open();
      const [entry] = await listed(source);
      await source.close();
      await source.close();
      expect(await rejection(listed(source))).toBe('CLOSED');
      expect(await rejection(source.load(entry!))).toBe('CLOSED');
    },
  },
  {
    title: 'has an id that stays and, like its diagnostics, gives nothing of the machine away (R26)',
    run: (place) =>
      withSource(place, async (source) => {
        expect(source.id).not.toBe('');
        expect(await withSource(place, async ({ id }) => id)).toBe(source.id);
        expectNoSecret(place, source.id);
        await place.spoil(place.pages[0]!);
        const loaded = await Promise.all((await listed(source)).map((entry) => source.load(entry)));
        for (const one of [...source.diagnostics, ...loaded.flatMap(({ diagnostics }) => diagnostics)]) {
          expect(one.rule).toMatch(/^[a-z][\w-]*:[a-z][\w-]*$/u);
          for (const text of [one.page, one.message]) expect(text).not.toBe('');
          expectNoSecret(place, `${one.page} ${one.message}`);
        }
      }),
  },
];

function expectNoSecret({ secret }: SourcePlace, text: string): void {
  if (secret !== '') expect(text).not.toContain(secret);
}

async function withSource<Result>(place: SourcePlace, use: (source: Source) => Promise<Result>): Promise<Result> {
  const source = await place.open();
  try {
    return await use(source);
  } finally {
    await source.close();
  }
}

async function listed(source: Source, signal?: AbortSignal): Promise<readonly SourceEntry[]> {
  return Array.fromAsync(source.list(signal === undefined ? {} : { signal }));
}

async function loadedPage(source: Source, url: string): Promise<RawPage | undefined> {
  const entry = (await listed(source)).find((one) => one.url === url);
  return entry && (await source.load(entry)).page;
}
