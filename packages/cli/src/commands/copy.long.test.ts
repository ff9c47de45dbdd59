/** `ibid copy` as users run it: real processes, a file, and a fake Qdrant. */
import { openStore } from '@ibid/core';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { openQdrantService, type QdrantService } from '@ibid/testkit';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWorkplace, runIbid, startIbid, type Finished, type Started, type Workplace } from '../testing/run-ibid.ts';

// Each case starts several real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const KEY = 'a-key-nobody-may-see';
const PAGES = 14;

let place: Workplace;
let qdrant: QdrantService;

beforeAll(async () => {
  place = await openWorkplace();
  qdrant = await openQdrantService({ apiKey: KEY });
  const pages = Array.from({ length: PAGES }, (_, i) => [
    `docs/part${i}.md`,
    `# Part ${i}\n\nThe pump ${i} needs oil every ${i + 2} days.\n\n## Details\n\nIts serial number ends in ${i * 7}.\n`,
  ]);
  await place.write(Object.fromEntries(pages) as Record<string, string>);
  const indexed = await ibid('index', 'docs', '--quiet');
  if (indexed.code !== 0) throw new Error(indexed.stderr);
});
afterAll(async () => {
  await qdrant.close();
  await place[Symbol.asyncDispose]();
});

function start(...args: string[]): Started {
  return startIbid(place.path, args, { env: { QDRANT_API_KEY: KEY } });
}

function ibid(...args: string[]): Promise<Finished> {
  return runIbid(place.path, args, { QDRANT_API_KEY: KEY });
}

function collection(name: string): string {
  return `qdrant:${qdrant.url}/${name}`;
}

/** The answer without fields that differ between runs. */
async function answer(index: string): Promise<unknown> {
  const { code, stdout } = await ibid('ask', 'How often does pump 12 need oil?', '--json', '--index', index);
  expect(code).toBe(0);
  const { statements } = JSON.parse(stdout) as { readonly statements: unknown };
  return statements;
}

async function copied(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await ibid('copy', '--json', ...args);
  if (code !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('ibid copy', () => {
  it('moves an index up to Qdrant and back into a file, and answers stay the same', async () => {
    const up = await copied('--to', collection('up'));
    expect(up).toMatchObject({
      status: 'copied',
      pages: { total: PAGES, copied: PAGES, kept: 0, removed: 0 },
      comparison: { pages: PAGES, differences: 0, diagnostics: [] },
    });
    const down = await copied('--from', collection('up'), '--to', 'sqlite:down.db');
    expect(down).toMatchObject({ status: 'copied', comparison: { pages: PAGES, differences: 0 } });
    const first = await answer('.ibid/index.db');
    expect(await answer(collection('up'))).toEqual(first);
    expect(await answer('down.db')).toEqual(first);
    expect(await copied('--to', 'down.db')).toMatchObject({ status: 'unchanged', pages: { kept: PAGES } });
    const { code, stdout } = await ibid('verify', '--json', '--index', collection('up'));
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { sound: true, problems: [] }]);
  });

  it.each(['SIGKILL', 'SIGINT'] as const)('goes on where %s ended it, and shows nothing before', async (signal) => {
    const target = collection(`killed-${signal}`);
    qdrant.requests.length = 0;
    const upserts = (): number => qdrant.requests.filter((request) => /^PUT .*\/points\?/u.test(request)).length;
    const run = start('copy', '--to', target);
    let isOver = false;
    void run.finished.then(() => (isOver = true));
    await vi.waitUntil(() => isOver || upserts() > 15, { timeout: 60_000, interval: 1 });
    run.child.kill(signal);
    const { code, stderr } = await run.finished;
    expect([code, stderr]).toEqual([signal === 'SIGINT' ? 130 : null, expect.any(String)]);
    const asked = await ibid('ask', 'pump?', '--index', target);
    expect(asked.stderr).toMatch(/is empty|no published/u);
    const report = await copied('--to', target);
    expect(report).toMatchObject({ status: 'copied', resumed: true, comparison: { pages: PAGES, differences: 0 } });
    expect((report['pages'] as { readonly kept: number }).kept).toBeGreaterThan(0);
  });

  it('fails, and names the page, when what is there under the same revision is another text', async () => {
    await copied('--to', 'planted.db');
    const store = await openStore(sqliteStore({ file: join(place.path, 'planted.db') }));
    const [info, [whole]] = [(await store.info())!, await Array.fromAsync(store.readPages())];
    const { page, vectors } = whole!;
    await store.beginBuild({ schema: info.schema, sourceId: info.sourceId, fresh: false });
    await store.putPage({ ...page, title: 'Another title' });
    await store.putVectors(vectors);
    const { space, publishedAt } = info;
    await store.publish({ space, publishedAt });
    await store.close();
    const { code, stdout, stderr } = await ibid('copy', '--to', 'planted.db');
    expect(code).toBe(1);
    expect(stdout).toContain(`differs ${page.url}`);
    expect(stderr).toMatch(/1 differences\. Copy again with --fresh/u);
    expect(await copied('--to', 'planted.db', '--fresh')).toMatchObject({ comparison: { differences: 0 } });
  });

  it('refuses a source without pages, an index as its own target, and addresses of something else', async () => {
    const empty = await ibid('copy', '--from', collection('nothing-here'), '--to', 'new.db', '--json');
    expect([empty.code, JSON.parse(empty.stdout)]).toMatchObject([1, { code: 'NOT_INDEXED' }]);
    const missing = await ibid('copy', '--from', 'missing.db', '--to', 'new.db', '--json');
    expect([missing.code, JSON.parse(missing.stdout)]).toMatchObject([1, { code: 'NOT_INDEXED' }]);
    const itself = await ibid('copy', '--to', 'sqlite:docs/../.ibid/index.db');
    expect([itself.code, itself.stderr]).toEqual([2, expect.stringMatching(/Name another target/u)]);
    const foreign = await ibid('copy', '--to', 'postgres://me:CANARY@host/db');
    expect([foreign.code, foreign.stderr + foreign.stdout]).toEqual([2, expect.not.stringMatching(/CANARY/u)]);
  });

  it('says what to do when the key of Qdrant is refused, and shows none', async () => {
    const env = { QDRANT_API_KEY: `${KEY}-but-wrong` };
    const refused = await runIbid(place.path, ['copy', '--to', collection('up'), '--debug'], env);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toMatch(/QDRANT_API_KEY|key/u);
    const inside = await ibid('copy', '--to', `qdrant:http://user:${KEY}@127.0.0.1:6333/x`);
    expect(inside.code).toBe(2);
    expect(refused.stderr + refused.stdout + inside.stderr + inside.stdout).not.toContain(KEY);
  });
});
