/**
 * A history of builds, of which some are given up or stop after they came on show while writes of theirs are under way, and a last but one
 * that others look at when these arrive.
 */
import { IbidError, openStore } from '@ibid/core';
import type { ChunkStore, FittedSpace, IndexedPage, LegQuery, LegResult } from '@ibid/core/types';
import { collect, legDifferences, putPages, sketchPage, sketchVectors, SPACE, START, unitVector } from '@ibid/testkit';
import { isDeepStrictEqual } from 'node:util';
import { memoryStore } from '../memory.ts';
import type { Point, QdrantCalls } from './client/qdrant-calls.ts';
import { bury, openOver } from './die-at-fixture.ts';
import { isBeat, isShowing, lateCalls, type Fate } from './late-calls-fixture.ts';

/** What a build wants: a text for each of the first paths, none for an empty one. */
export interface Wanted {
  readonly texts: readonly string[];
  readonly otherSpace: boolean;
  readonly fresh: boolean;
}

export interface LateBuild extends Wanted {
  /** Else it is given up. */
  readonly isShown: boolean;
  /** Of its writes in their order, done beyond that; of one that is shown those after it came on show. */
  readonly fates: readonly Fate[];
}

export interface History {
  readonly first: Wanted;
  readonly late: readonly LateBuild[];
  readonly next: Wanted;
  readonly last: Wanted;
  /** Which of what is held arrives, modulo its number, before each call of the next build that is not `undefined` here; others after it. */
  readonly during: readonly (number | undefined)[];
  readonly after: readonly number[];
}

const OTHER_SPACE: FittedSpace = { id: 'test/other@5', dimensions: 5, data: new Uint8Array([4, 2]) };
const PATHS = ['/a', '/b', '/c', '/d', '/e'];
const QUERIES: readonly Omit<LegQuery, 'vector'>[] = [
  { terms: ['words', 'alpha', 'beta', 'gamma'].map((term) => ({ term, count: 1 })), limit: 20 },
  { terms: [{ term: 'beta', count: 2 }], limit: 3, where: { module: 'even' } },
];

function spaceOf({ otherSpace }: Wanted): FittedSpace {
  return otherSpace ? OTHER_SPACE : SPACE;
}

function pagesOf({ texts }: Wanted): readonly IndexedPage[] {
  return PATHS.flatMap((path, i) => {
    const text = texts[i] ?? '';
    if (text === '') return [];
    const passages = text.split('|').map((part, at) => ({ heading: `H${at}`, text: `${part} words` }));
    return [sketchPage({ path, revision: text, module: i % 2 === 0 ? 'even' : 'odd', passages })];
  });
}

async function ingest(store: ChunkStore, wanted: Wanted, sourceId: string): Promise<void> {
  const space = spaceOf(wanted);
  const pages = new Map(pagesOf(wanted).map((page) => [page.url, page]));
  const { pages: found } = await store.beginBuild({ ...START, sourceId, fresh: wanted.fresh });
  const held = new Map(found.map(({ url, revision }) => [url, revision]));
  for (const page of pages.values()) if (held.get(page.url) !== page.revision) await store.putPage(page);
  await store.deletePages([...held.keys()].filter((url) => !pages.has(url)));
  await store.putSpace(space, 3);
  for await (const { url } of store.listBuild({ withoutVectorsIn: space.id })) {
    await store.putVectors(sketchVectors(pages.get(url)!, space));
  }
  await store.publish({ spaceId: space.id, publishedAt: sourceId, folded: 0 });
}

/** A process that goes on with a build whenever a call was not answered, and is gone after a few times. */
const ATTEMPTS = 4;

async function buildLate(
  calls: QdrantCalls,
  base: string,
  build: LateBuild,
  sourceId: string,
): Promise<(() => Promise<void>)[]> {
  let isOnShow = false;
  let at = 0;
  const late = lateCalls(calls, (name, args) => {
    // Its removal may come late, but not both, see `layout.ts`.
    if (name === 'upsert' && isSpace(args)) return 'done';
    const shows = isShowing(name, args);
    if (!build.isShown) return shows ? 'never' : (build.fates[at++] ?? 'done');
    isOnShow ||= shows;
    return isOnShow && !shows ? (build.fates[at++] ?? 'done') : 'done';
  });
  const store = await openOver(late.calls, base);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (isOnShow) break;
    // A build from nothing is not begun anew when it can go on.
    const wanted = attempt === 0 ? build : { ...build, fresh: false };
    await ingest(store, wanted, sourceId).catch((error: unknown) => {
      if (!IbidError.is(error)) throw error;
    });
  }
  late.die();
  await store.close();
  await bury(calls, base);
  return late.held;
}

function isSpace([, points]: readonly unknown[]): boolean {
  return (points as readonly Point[]).some(({ payload }) => payload['kind'] === 'space');
}

export interface Planted {
  /** Of whoever looks. */
  readonly reader?: (sound: QdrantCalls) => QdrantCalls;
  /** Of the next build. */
  readonly writer?: (sound: QdrantCalls) => QdrantCalls;
}

/** What is wrong at any moment, in words; nothing where what is on show is what was built last. */
export async function playHistory(
  calls: QdrantCalls,
  base: string,
  history: History,
  { reader = (sound) => sound, writer = (sound) => sound }: Planted = {},
): Promise<readonly string[]> {
  const { first, late, next, last, during, after } = history;
  const held: (() => Promise<void>)[] = [];
  const arrive = async (pick: number): Promise<void> => {
    const [happen] = held.length === 0 ? [] : held.splice(pick % held.length, 1);
    await happen?.();
  };
  await using looking = await openOver(reader(calls), base);
  const repeats: string[] = [];
  const build = async (over: QdrantCalls, wanted: Wanted, name: string): Promise<Model> => {
    await using store = await openOver(over, base);
    for (let attempt = 1; ; attempt++) {
      try {
        await ingest(store, wanted, name);
        return modelOf(wanted, name);
      } catch (error) {
        if (!IbidError.is(error) || !error.retryable || attempt === ATTEMPTS) throw error;
        // It comes so late that the build cannot be made whole any more; what was given up long ago must not do that.
        if (error.code === 'UPSTREAM_FAILED') repeats.push(`${name}: ${error.message}`);
      }
    }
  };
  await build(calls, first, 'first');
  for (const [i, one] of late.entries()) held.push(...(await buildLate(calls, base, one, `late ${i}`)));

  let at = 0;
  const disturbed = lateCalls(writer(calls), () => 'done').calls;
  const verbs = Object.entries(disturbed).map(([name, verb]) => [
    name,
    name === 'scroll' || name === 'scrollVectors' || name === 'close'
      ? verb
      : async (...args: unknown[]) => {
          const pick = isBeat(args) ? undefined : during[at++];
          if (pick !== undefined) await arrive(pick);
          return (verb as (...given: unknown[]) => unknown)(...args);
        },
  ]);
  const model = await build(Object.fromEntries(verbs) as QdrantCalls, next, 'next');
  const wrong = (await wrongIn(looking, model)).map((what) => `after the next build: ${what}`);
  for (const pick of after) {
    if (held.length === 0) break;
    await arrive(pick);
    wrong.push(...(await wrongIn(looking, model)).map((what) => `after an arrival: ${what}`));
  }
  while (held.length > 0) await arrive(0);
  wrong.push(...(await wrongIn(looking, model)).map((what) => `after all arrivals: ${what}`));
  const end = await build(calls, last, 'last');
  wrong.push(...(await wrongIn(looking, end)).map((what) => `after the last build: ${what}`));
  const left = await collect(looking.check());
  return [...repeats, ...wrong, ...left.map(({ message }) => `at the end: ${message}`)];
}

interface Model {
  readonly name: string;
  readonly pages: readonly IndexedPage[];
  readonly vectors: readonly (Float32Array | undefined)[];
  readonly answers: readonly LegResult[];
}

async function modelOf(wanted: Wanted, name: string): Promise<Model> {
  const pages = pagesOf(wanted);
  const space = spaceOf(wanted);
  await using store = await openStore(memoryStore());
  await store.beginBuild({ ...START, sourceId: name, fresh: true });
  await putPages(store, pages, space);
  await store.publish({ spaceId: space.id, publishedAt: name, folded: 0 });
  const vectors = QUERIES.map((_, i) => (i === 0 ? unitVector('q', space.dimensions) : undefined));
  const answers = await Promise.all(QUERIES.map((query, i) => store.search({ ...query, vector: vectors[i] })));
  return { name, pages, vectors, answers };
}

/** All that a reader can ask for, against the model. */
async function wrongIn(store: ChunkStore, { name, pages, vectors, answers }: Model): Promise<readonly string[]> {
  const wrong: string[] = [];
  const same = (what: string, found: unknown, expected: unknown): void => {
    if (!isDeepStrictEqual(found, expected)) wrong.push(`other ${what} than were built`);
  };
  try {
    const info = await store.info();
    same('totals', [info?.publishedAt, info?.pages], [name, pages.length]);
    const { generation } = info!;
    const urls = pages.map(({ url }) => url);
    same(
      'URLs',
      (await collect(store.listPages())).map(({ url }) => url),
      urls,
    );
    same(
      'pages',
      (await collect(store.readPages())).map(({ page }) => page),
      pages,
    );
    const chunks = pages.flatMap((page) => page.chunks.map(({ chunk }) => chunk));
    same('chunks', await store.getChunks(chunks.map(({ id }) => id)), chunks);
    for (const path of PATHS) {
      const page = pages.find(({ url }) => new URL(url).pathname === path);
      same(`text at ${path}`, (await store.getPage(path))?.text, page?.text);
    }
    for (const [i, query] of QUERIES.entries()) {
      const found = await store.search({ ...query, vector: vectors[i] });
      wrong.push(...legDifferences(found, { ...answers[i]!, generation }));
    }
    for (const { severity, rule, message } of await collect(store.check())) {
      // The alias is not ours to read, and can be moved late, see `layout.ts`.
      if (severity === 'error' && rule !== 'store:alias') wrong.push(message);
    }
  } catch (error) {
    wrong.push(String(error));
  }
  return wrong;
}
