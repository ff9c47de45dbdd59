/** `ibid index` is killed during a publish into Qdrant: readers see the old index or the new one, and the next run succeeds. */
import { openStore } from '@ibid/core';
import { qdrantStore } from '@ibid/drivers/stores/qdrant';
import { onLoopback, openQdrantService } from '@ibid/testkit';
import { createServer } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { openWorkplace, startIbid, type Started } from '../testing/run-ibid.ts';

// Each case starts several real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const PAGES = 12;
const KEY = process.env['QDRANT_API_KEY'];
const real = process.env['QDRANT_URL'];

/** The request at which the process is killed: before Qdrant receives it, or before the process receives the reply. */
const MOMENTS = [
  ['while passages are written', /^PUT .*-v2\/points/u, 'after', 'one'],
  ['before the alias is moved', /^POST \/collections\/aliases/u, 'before', 'one'],
  ['before it hears that the alias was moved', /^POST \/collections\/aliases/u, 'after', 'two'],
  ['while the older generation is deleted', /^DELETE .*-v1(?:-meta)?$/u, 'after', 'two'],
] as const;

describe.each([
  ['the fake of Qdrant', undefined],
  [`a real Qdrant${real === undefined ? ' (skipped: QDRANT_URL names none)' : ''}`, real],
])('%s', (name, url) => {
  // Mostly waits for the lock of the killed process to expire, so all cases wait together.
  it.skipIf(url === undefined && !name.startsWith('the fake')).concurrent.each(MOMENTS)(
    'killed %s',
    async (_, request, when, expected) => {
      await using cleanup = new AsyncDisposableStack();
      const target = url ?? cleanup.use(await openQdrantService()).url;
      const place = cleanup.use(await openWorkplace());
      const collection = `ibid-kill-${process.pid}-${expected}-${when}-${Date.now()}`;
      const start = (through: string): Started => {
        const env = {
          IBID_INDEX: `qdrant:${through}/${collection}`,
          ...(KEY === undefined ? {} : { QDRANT_API_KEY: KEY }),
        };
        return startIbid(place.path, ['index', 'docs'], { env });
      };
      const index = async (): Promise<void> => {
        const { code, stdout, stderr } = await start(target).finished;
        if (code !== 0) throw new Error(stdout + stderr);
      };
      cleanup.defer(async () => {
        for (const left of await collectionsOf(target, collection))
          await call(target, 'DELETE', `/collections/${left}`);
      });

      await place.write(edition('one'));
      await index();
      const store = cleanup.use(await openStore(qdrantStore({ url: target, collection, apiKey: KEY })));
      const ids = (await Array.fromAsync(store.readPages())).flatMap(({ page }) =>
        page.chunks.map(({ chunk }) => chunk.id),
      );
      expect(ids).toHaveLength(PAGES);
      /** The edition of all passages, read in one call; a mixture of generations would give two. */
      const editions = async (): Promise<string[]> => {
        const chunks = await store.getChunks(ids);
        return [...new Set(chunks.map((chunk) => /edition (\w+)/u.exec(chunk?.text ?? '')?.[1] ?? 'missing'))];
      };
      expect(await editions()).toEqual(['one']);

      await place.write(edition('two'));
      const relay = cleanup.use(await openRelay(target, request, when));
      const run = start(relay.url);
      relay.victim = run;
      const over = run.finished.then(() => true);
      while (!(await Promise.race([over, editions().then(expectOne)])));
      expect(run.child.signalCode).toBe('SIGKILL');
      expect(await editions()).toEqual([expected]);
      expect(await Array.fromAsync(store.check())).toEqual([]);

      await index();
      expect(await editions()).toEqual(['two']);
      expect(await Array.fromAsync(store.check())).toEqual([]);
      const { generation } = (await store.info())!;
      const own = [`${collection}-meta`, `${collection}-v${generation}`, `${collection}-v${generation}-meta`];
      expect(await collectionsOf(target, collection)).toEqual(own.sort());
    },
  );
});

/** Fails if there is a mixture. */
function expectOne(editions: readonly string[]): false {
  expect([['one'], ['two']]).toContainEqual(editions);
  return false;
}

function edition(name: string): Readonly<Record<string, string>> {
  const pages = Array.from({ length: PAGES }, (_, i) => [
    `docs/part${i}.md`,
    `# Part ${i}\n\nThe pump ${i} is described in edition ${name}.\n`,
  ]);
  return Object.fromEntries(pages) as Record<string, string>;
}

interface Relay extends AsyncDisposable {
  readonly url: string;
  /** Process to kill at the moment; from then on the relay answers nothing. */
  victim: Started | undefined;
}

/** Forwards every request to Qdrant until the one at which the victim is killed. */
async function openRelay(target: string, moment: RegExp, when: 'before' | 'after'): Promise<Relay> {
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part as Buffer);
      const isMoment = moment.test(`${request.method} ${request.url}`);
      const isBefore = isMoment && when === 'before';
      const reply = isBefore ? undefined : await call(target, request.method!, request.url!, Buffer.concat(parts));
      if (isMoment) relay.victim?.child.kill('SIGKILL');
      else response.writeHead(reply!.status, { 'content-type': 'application/json' }).end(await reply!.text());
    })().catch(() => response.destroy());
  });
  const { origin, close } = await onLoopback(server);
  const relay: Relay = {
    url: origin,
    victim: undefined,
    [Symbol.asyncDispose]: () => close(() => server.closeAllConnections()),
  };
  return relay;
}

function call(target: string, method: string, path: string, body?: Buffer<ArrayBuffer>): Promise<Response> {
  const headers = { 'Content-Type': 'application/json', ...(KEY === undefined ? {} : { 'api-key': KEY }) };
  return fetch(target + path, { method, headers, ...(body === undefined || body.length === 0 ? {} : { body }) });
}

async function collectionsOf(target: string, collection: string): Promise<string[]> {
  const { result } = (await (await call(target, 'GET', '/collections')).json()) as {
    result: { collections: { name: string }[] };
  };
  return result.collections
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${collection}-`))
    .sort();
}
