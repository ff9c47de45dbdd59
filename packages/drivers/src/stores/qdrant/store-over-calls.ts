import { IbidError } from '@ibid/core';
import type { BuildLock, StoreDriver } from '@ibid/core/types';
import { abandonBuild } from './build/drop-build.ts';
import { beginBuild } from './build/begin-build.ts';
import { deletePages } from './build/delete-pages.ts';
import { listBuild } from './build/list-build.ts';
import { listSpaces } from './build/list-spaces.ts';
import { oneByOne } from './build/one-by-one.ts';
import { publish } from './build/publish.ts';
import { putPage } from './build/put-page.ts';
import { putSpace } from './build/put-space.ts';
import { putVectors } from './build/put-vectors.ts';
import type { Session } from './build/session.ts';
import { giveUpPlace } from './build/take-place.ts';
import { write } from './build/write.ts';
import { checkIndex } from './check/check-index.ts';
import { checkServerVersion } from './client/check-server-version.ts';
import type { QdrantCalls } from './client/qdrant-calls.ts';
import { createCache } from './content/cache.ts';
import { createInfo } from './content/info.ts';
import { readPages } from './content/read-pages.ts';
import { keepingOf } from './layout.ts';
import { openReader } from './read/open-reader.ts';
import type { Spans } from './state/spans-of.ts';

export interface StoreOverCallsOptions {
  readonly calls: QdrantCalls;
  /** Name of the collection. */
  readonly base: string;
  readonly lock?: BuildLock | undefined;
  /** Of this process as a writer, by how long its calls may take; those of calls with default options unless given. */
  readonly spans?: Spans;
  /** How long this process is waited for as a writer when it shows no life; as in `spans` unless given. */
  readonly patienceMs?: number;
}

/** A restart of Qdrant interrupts nobody. */
const SPANS: Spans = { trustMs: 22_000, patienceMs: 30_000 };

export function storeOverCalls(options: StoreOverCallsOptions): StoreDriver {
  const { calls, base, lock, patienceMs } = options;
  const given = options.spans ?? SPANS;
  const spans = patienceMs === undefined ? given : { ...given, patienceMs };
  const session: Session = { calls, base, lock, spans, givenBack: new Set(), place: undefined, build: undefined };
  const reader = openReader({ calls, base });
  const info = createInfo(calls, base);
  /** Writes touch several points each, and some of the same ones. */
  const inTurn = oneByOne();
  let isClosed = false;

  return {
    name: 'qdrant',
    traits: { durable: true },
    async open(call) {
      await checkServerVersion(calls, call);
      await calls.requireCopies(keepingOf(base), 'read', call);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      await giveUpPlace(session);
      await calls.close();
    },

    info,
    search: (query, call) => reader.search(query, call),
    getChunks: (ids, call) => reader.getChunks(ids, call),
    getPage: (path, call) => reader.getPage(path, call),
    listPages: (call) => reader.listPages(call),
    readPages: (from, call) => readPages(calls, base, from?.after, call),
    // Its counts lie under hashes of the tokens, which nothing can read the tokens from.
    terms: undefined,
    check: (call) => checkIndex(calls, base, call),

    beginBuild: (build, call) =>
      inTurn(async () => {
        if (isClosed) throw new IbidError('CLOSED', `The index \`${base}\` is closed; open it again`);
        return beginBuild(session, build, call);
      }),
    putPage: (page, call) => inTurn(() => write(session, call, (writing) => putPage(writing, page))),
    deletePages: (urls, call) => inTurn(() => write(session, call, (writing) => deletePages(writing, urls))),
    listBuild: (filter, call) => listBuild(session, filter?.withoutVectorsIn, call ?? {}),
    putSpace: (space, fitted, call) =>
      inTurn(() => write(session, call, (writing) => putSpace(writing, space, fitted))),
    listSpaces: (call) => listSpaces(session, call),
    putVectors: (vectors, call) => inTurn(() => write(session, call, (writing) => putVectors(writing, vectors))),
    publish: (build, call) => inTurn(() => publish(session, build, call)),
    abandonBuild: (call) => inTurn(() => abandonBuild(session, call)),

    cache: createCache(calls, base, () => session.build !== undefined),
  };
}
