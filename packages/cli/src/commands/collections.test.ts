/** Messages about collections in a Qdrant: one that does not exist, and one filled by another program with only the required fields. */
import { openEmbeddingService, openQdrantService, type EmbeddingService, type QdrantService } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openWorkplace, runIbid, type Finished, type Workplace } from '../testing/run-ibid.ts';

// Each case starts real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const KEY = 'key-of-the-owner-0001';
const PASSAGES = [
  ['/settings', 'Settings', 'The server listens on port 4000 unless another one is named.'],
  ['/install', 'Install', 'Run the installer once. It needs Node 24 or newer.'],
  ['/licence', 'Licence', 'Parrot is free software under the MIT licence.'],
] as const;

let place: Workplace;
let qdrant: QdrantService;
let service: EmbeddingService;

beforeAll(async () => {
  place = await openWorkplace();
  qdrant = await openQdrantService();
  service = await openEmbeddingService({ apiKey: KEY });
  await place.write({ 'docs/pump.md': '# Pump\n\nThe pump needs oil every five days.\n' });
  const { code, stderr } = await ibid('own', 'index', 'docs');
  if (code !== 0) throw new Error(stderr);
  const call = async (url: string, method: string, body: object): Promise<unknown> => {
    const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${KEY}` };
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const embedded = (await call(`${service.origin}/v1/embeddings`, 'POST', {
    model: 'house-model',
    input: PASSAGES.map(([, , text]) => text),
  })) as { readonly data: readonly { readonly embedding: readonly number[] }[] };
  await call(`${qdrant.url}/collections/foreign`, 'PUT', { vectors: { size: 48, distance: 'Cosine' } });
  await call(`${qdrant.url}/collections/foreign/points?wait=true`, 'PUT', {
    points: PASSAGES.map(([path, title, text], i) => ({
      id: i + 1,
      vector: embedded.data[i]!.embedding,
      payload: {
        text,
        url: `https://parrot.example${path}`,
        title,
        section_heading: title,
        chunk_index: 0,
        chunk_id: `${path}-0`,
      },
    })),
  });
});
afterAll(async () => {
  await qdrant.close();
  await service.close();
  await place[Symbol.asyncDispose]();
});

function ibid(collection: string, ...args: string[]): Promise<Finished> {
  return runIbid(place.path, args, { IBID_EMBEDDER_KEY: KEY, IBID_INDEX: `qdrant:${qdrant.url}/${collection}` });
}

describe('a collection of another program', () => {
  it('is answered from with the embedder that made it, and its owner is told what it lacks', async () => {
    const embedder = { name: 'openai', baseUrl: `${service.origin}/v1`, model: 'house-model' };
    await place.write({ 'with-embedder.json': JSON.stringify({ embedder }) });
    const config = ['--config', 'with-embedder.json'];
    const found = await ibid('foreign', 'search', 'The server listens on which port?', '--json', ...config);
    expect(found.stderr).toMatch(/made by another program/u);
    expect(JSON.parse(found.stdout)).toMatchObject({
      hits: [{ url: 'https://parrot.example/settings', text: PASSAGES[0][2] }],
    });
    const verified = await ibid('foreign', 'verify', '--json', ...config);
    expect([verified.code, JSON.parse(verified.stdout)]).toMatchObject([0, { sound: true, pages: 3 }]);
    const copied = await ibid('foreign', 'copy', '--to', 'own.db', '--json', ...config);
    expect([copied.code, JSON.parse(copied.stdout)]).toMatchObject([1, { code: 'UNSUPPORTED' }]);
  });

  it('cannot be read with the built-in embedder, which says what to do', async () => {
    for (const command of [['search', 'port'], ['serve', '--port', '0'], ['verify']]) {
      const { code, stderr } = await ibid('foreign', ...command);
      expect(code).toBe(1);
      expect(stderr).toMatch(/made by another program.*name that embedder/u);
      expect(stderr).toMatch(/name the embedder that made it in `embedder`/u);
    }
  });
});

describe('ibid verify', () => {
  it('fails with NOT_INDEXED for a collection that is not there, as for a file', async () => {
    const [typo, file] = await Promise.all([
      ibid('typo', 'verify', '--json'),
      ibid('own', 'verify', '--json', '--index', 'typo.db'),
    ]);
    expect([typo.code, JSON.parse(typo.stdout)]).toMatchObject([1, { code: 'NOT_INDEXED' }]);
    expect([file.code, JSON.parse(file.stdout)]).toMatchObject([1, { code: 'NOT_INDEXED' }]);
    const { stderr } = await ibid('typo', 'verify');
    expect(stderr).toMatch(/\/typo` holds no published pages.*[^]* fix ibid index/u);
  });
});

it('finds a collection by the settings of a configuration file', async () => {
  await place.write({ 'typed.json': JSON.stringify({ index: { url: qdrant.url, collection: 'own', onDisk: true } }) });
  const { code, stdout } = await runIbid(place.path, ['verify', '--json', '--config', 'typed.json']);
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { index: `qdrant:${qdrant.url}/own`, sound: true, pages: 1 }]);
});

describe('ibid doctor', () => {
  it('shows an index without publication as absent, with what to run', async () => {
    const { code, stdout } = await ibid('typo', 'doctor');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/– index +none at .*\/typo; `ibid index <folder\|url>`/u),
    ]);
    const indexed = await ibid('own', 'doctor');
    expect(indexed.stdout).toMatch(/✔ index +.*\/own: 1 pages/u);
  });
});
