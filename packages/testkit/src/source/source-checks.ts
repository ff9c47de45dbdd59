import { canonicalUrl, IbidError } from '@ibid/core';
import { parsePage } from '@ibid/core/parse';
import type { ErrorCode, RawPage, Source, SourceEntry } from '@ibid/core/types';

export interface SourceCheck {
  readonly rule: string;
  readonly needs?: SourceCapability;
  /** Returns one sentence for each violation of the rule. */
  readonly find: (place: SourcePlace) => Promise<readonly string[]>;
}

/** The contract of `Source` as checks, so that it can also be tested on a faulty source. */
export const SOURCE_CHECKS: readonly SourceCheck[] = [
  {
    rule: 'lists every page once',
    find: (place) =>
      withSource(place, async (source) => {
        const urls = (await listed(source)).map((entry) => entry.url);
        const twice = urls.filter((url, at) => urls.indexOf(url) !== at);
        return [
          ...place.pages.filter((url) => !urls.includes(url)).map((url) => `${url} is not listed.`),
          ...urls.filter((url) => !place.pages.includes(url)).map((url) => `${url} is listed but is no page.`),
          ...twice.map((url) => `${url} is listed twice.`),
        ];
      }),
  },
  {
    rule: 'gives canonical URLs',
    find: (place) =>
      withSource(place, async (source) =>
        (await listed(source))
          .filter((entry) => canonicalUrl(entry.url) !== entry.url)
          .map((entry) => `${entry.url} should be ${canonicalUrl(entry.url)}.`),
      ),
  },
  {
    rule: 'lists in the same order every time',
    find: async (place) => {
      const [first, second, third] = await Promise.all([place, place, place].map((one) => withSource(one, listed)));
      return [...differences(first!, second!), ...differences(first!, third!)];
    },
  },
  {
    rule: 'lists by URL',
    needs: 'url-order',
    find: (place) =>
      withSource(place, async (source) => {
        const urls = (await listed(source)).map((entry) => entry.url);
        return urls.join() === urls.toSorted((a, b) => (a < b ? -1 : 1)).join()
          ? []
          : [`The order is ${urls.join(', ')}.`];
      }),
  },
  {
    rule: 'keeps revisions while nothing changes, also between two listings of one source',
    find: (place) => withSource(place, async (source) => differences(await listed(source), await listed(source))),
  },
  {
    rule: 'gives a changed page a new revision (R24)',
    find: async (place) => {
      const [changed] = place.pages;
      const before = await withSource(place, listed);
      await place.change(changed!);
      const after = await withSource(place, listed);
      return revisionOf(before, changed!) === revisionOf(after, changed!) ? [`${changed} kept its revision.`] : [];
    },
  },
  {
    rule: 'leaves the revisions of the other pages alone (R24)',
    needs: 'revision-per-page',
    find: async (place) => {
      const [changed, ...others] = place.pages;
      const before = await withSource(place, listed);
      await place.change(changed!);
      const after = await withSource(place, listed);
      return others
        .filter((url) => revisionOf(before, url) !== revisionOf(after, url))
        .map((url) => `${url} was not changed.`);
    },
  },
  {
    rule: 'loads what a page has become, also with a source that knew it before',
    find: (place) =>
      withSource(place, async (source) => {
        const [changed] = place.pages;
        const before = await loadedPage(source, changed!);
        await place.change(changed!);
        const after = await loadedPage(source, changed!);
        if (after === undefined) return [`${changed} cannot be loaded any more.`];
        return before?.body === after.body ? [`${changed} still has its old body.`] : [];
      }),
  },
  {
    rule: 'lists a removed page no more (R24)',
    find: async (place) => {
      const removed = place.pages.at(-1)!;
      await place.remove(removed);
      const urls = (await withSource(place, listed)).map((entry) => entry.url);
      return urls.includes(removed) ? [`${removed} is still listed.`] : urls.length === 0 ? ['No page is left.'] : [];
    },
  },
  {
    rule: 'loads pages that say where they come from and that parse (R21)',
    find: (place) =>
      withSource(place, async (source) => {
        const found: string[] = [];
        for (const entry of await listed(source)) {
          const { page, diagnostics } = await source.load(entry);
          if (page !== undefined) found.push(...problemsOf(page, entry, place.secret));
          else if (diagnostics.length === 0) found.push(`${entry.url} has no page and no reason.`);
        }
        return found;
      }),
  },
  {
    rule: 'answers a bad page with diagnostics, and loads the others all the same (R24)',
    needs: 'spoil',
    find: async (place) => {
      const [bad, ...others] = place.pages;
      await place.spoil(bad!);
      return withSource(place, async (source) => {
        const entries = await listed(source);
        const found: string[] = [];
        for (const url of others) {
          const entry = entries.find((one) => one.url === url);
          const page = entry && (await source.load(entry)).page;
          if (page === undefined) found.push(`${url} was lost with the bad page.`);
        }
        const entry = entries.find((one) => one.url === bad);
        const loaded = entry && (await source.load(entry));
        const parsed = loaded?.page && parsePage(loaded.page);
        const said = [...source.diagnostics, ...(loaded?.diagnostics ?? []), ...(parsed?.diagnostics ?? [])];
        return said.length === 0 ? [...found, `Nothing was said about ${bad}.`] : found;
      });
    },
  },
  {
    rule: 'rejects with SOURCE_UNAVAILABLE when it cannot be read at all (R24)',
    needs: 'vanish',
    find: async (place) => {
      await place.vanish();
      return expectRejection('SOURCE_UNAVAILABLE', async () => withSource(place, listed));
    },
  },
  {
    rule: 'stops with ABORTED, before and while it lists and before it loads',
    find: (place) =>
      withSource(place, async (source) => {
        const entries = await listed(source);
        const aborted = AbortSignal.abort();
        return [
          ...(await expectRejection('ABORTED', () => listed(source, aborted))),
          ...(await expectRejection('ABORTED', () => source.load(entries[0]!, { signal: aborted }))),
          ...(await expectRejection('ABORTED', async () => {
            const controller = new AbortController();
            for await (const entry of source.list({ signal: controller.signal })) {
              if (entry.url !== '') controller.abort();
            }
          })),
        ];
      }),
  },
  {
    rule: 'refuses with CLOSED once closed, and closes twice without harm',
    find: async (place) => {
      const source = await place.open();
      const [entry] = await listed(source);
      await source.close();
      await source.close();
      return [
        ...(await expectRejection('CLOSED', () => listed(source))),
        ...(await expectRejection('CLOSED', () => source.load(entry!))),
      ];
    },
  },
  {
    rule: 'has an id that stays and, like its diagnostics, gives nothing of the machine away (R26)',
    find: async (place) => {
      const [first, second] = [await place.open(), await place.open()];
      const found =
        first.id !== second.id || first.id === '' ? [`The id is \`${first.id}\`, then \`${second.id}\`.`] : [];
      const said = [...first.diagnostics];
      for (const entry of await listed(first)) said.push(...(await first.load(entry)).diagnostics);
      await Promise.all([first.close(), second.close()]);
      const texts = [first.id, ...said.flatMap((diagnostic) => [diagnostic.page, diagnostic.message])];
      const leaks = place.secret === '' ? [] : texts.filter((text) => text.includes(place.secret));
      const vague = said.filter(
        (one) => one.message === '' || one.page === '' || !/^[a-z][\w-]*:[a-z][\w-]*$/.test(one.rule),
      );
      return [
        ...found,
        ...leaks.map((text) => `It says: ${text}`),
        ...vague.map((one) => `The diagnostic \`${one.rule}\` lacks something.`),
      ];
    },
  },
];

async function withSource<Result>(place: SourcePlace, use: (source: Source) => Promise<Result>): Promise<Result> {
  const source = await place.open();
  try {
    return await use(source);
  } finally {
    await source.close();
  }
}

async function listed(source: Source, signal?: AbortSignal): Promise<readonly SourceEntry[]> {
  const entries: SourceEntry[] = [];
  for await (const entry of source.list(signal === undefined ? {} : { signal })) entries.push(entry);
  return entries;
}

async function loadedPage(source: Source, url: string): Promise<RawPage | undefined> {
  const entry = (await listed(source)).find((one) => one.url === url);
  return entry === undefined ? undefined : (await source.load(entry)).page;
}

function revisionOf(entries: readonly SourceEntry[], url: string): string | undefined {
  return entries.find((entry) => entry.url === url)?.revision;
}

function differences(first: readonly SourceEntry[], second: readonly SourceEntry[]): readonly string[] {
  const [a, b] = [first, second].map((entries) => entries.map((entry) => `${entry.url} ${entry.revision}`).join('\n'));
  return a === b ? [] : [`One listing gives\n${a}\nthe next one\n${b}`];
}

function problemsOf(page: RawPage, entry: SourceEntry, secret: string): readonly string[] {
  const parsed = parsePage(page).page;
  const { sourceFile } = page;
  const leaks = sourceFile.split('/').includes('..') || (secret !== '' && sourceFile.includes(secret));
  return [
    page.url === entry.url ? '' : `${entry.url} was loaded as ${page.url}.`,
    page.module === '' ? `${entry.url} has no module.` : '',
    sourceFile === '' || leaks ? `${entry.url} has the source file \`${sourceFile}\`.` : '',
    parsed === undefined || parsed.blocks.length === 0 ? `${entry.url} does not parse.` : '',
    parsed?.title === '' ? `${entry.url} has no title.` : '',
  ].filter((problem) => problem !== '');
}

async function expectRejection(code: ErrorCode, run: () => Promise<unknown>): Promise<readonly string[]> {
  try {
    await run();
    return [`It did not reject; ${code} was due.`];
  } catch (error) {
    return IbidError.is(error, code) ? [] : [`It rejected with ${String(error)}; ${code} was due.`];
  }
}

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

/**
 * Abilities that some sources lack.
 * - `url-order`: lists by URL (sites list in order of discovery)
 * - `revision-per-page`: a page's revision does not depend on changes of other pages
 * - `spoil`, `vanish`: the place can be disturbed in that way
 */
export type SourceCapability = 'url-order' | 'revision-per-page' | 'spoil' | 'vanish';
