import { IbidError } from '@ibid/core';
import { describeEmbedder } from '@ibid/testkit';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localEmbedder, type LocalEmbedderOptions } from './local.ts';

const library = new URL('./testing/fake-library.ts', import.meta.url).href;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-models-'));
  await addModel('house/model', { hidden_size: 96, max_position_embeddings: 512 });
  await addModel('house/slow', { hidden_size: 8, max_position_embeddings: 512, delay: 300 });
  await addModel('house/broken', { hidden_size: 8, max_position_embeddings: 512, breaks: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function addModel(name: string, config: object): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'config.json'), JSON.stringify(config));
}

const open = ({ model = 'house/model', ...options }: Partial<LocalEmbedderOptions> = {}): ReturnType<
  typeof localEmbedder
> => localEmbedder({ folder: join(folder, model), library, model, ...options });

const known = { id: 'local/house/slow@8', dimensions: 8 };
const document = (...texts: readonly string[]): { purpose: 'document'; texts: readonly string[] } => ({
  purpose: 'document',
  texts,
});

describeEmbedder({ name: 'localEmbedder', kind: 'fixed', longTexts: 'refused', make: () => open() });

describe('localEmbedder', () => {
  it('says which package is missing and how to install it', async () => {
    const failure = open({ library: '@nobody/has-this-package' });
    await expect(failure).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('npm install @nobody/has-this-package'),
    });
  });

  it('says where a model is missing, and what to do', async () => {
    await expect(open({ model: 'house/absent' })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringMatching(/house\/absent`\. Copy its files there\.$/u),
    });
    await expect(open({ model: 'house/absent', advice: 'Fetch it.' })).rejects.toMatchObject({
      message: expect.stringMatching(/Fetch it\.$/u),
    });
  });

  it('finds a model that was put in place after a first attempt', async () => {
    await using cleanup = new AsyncDisposableStack();
    const { embedder } = await open({
      model: 'house/late',
      known: { id: 'local/house/late@16', dimensions: 16 },
    });
    cleanup.defer(() => embedder.close());
    await expect(embedder.embed(document('text'))).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await addModel('house/late', { hidden_size: 16, max_position_embeddings: 64 });
    await expect(embedder.embed(document('text'))).resolves.toMatchObject({ vectors: [expect.any(Float32Array)] });
  });

  it('loads nothing before it is needed when the index tells the dimensions', async () => {
    const { embedder } = await open({ model: 'house/slow', known, library: '@nobody/has-this-package' });
    expect(embedder.id).toBe(known.id);
    await embedder.close();
  });

  it('names the text that is too long instead of cutting it (R23)', async () => {
    const { embedder } = await open();
    const failure = embedder.embed(document('short', 'word '.repeat(600)));
    await expect(failure).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      retryable: false,
      message: expect.stringMatching(/^Text 2 of 2 has 602 tokens, but `house\/model` reads 512/u),
    });
    await embedder.close();
  });

  it('keeps the words of the library, which may hold texts, to itself', async () => {
    const { embedder } = await open({
      model: 'house/broken',
      known: { id: 'local/house/broken@8', dimensions: 8 },
    });
    const failure: unknown = await embedder.embed(document('text')).catch((error: unknown) => error);
    expect(IbidError.is(failure, 'UPSTREAM_FAILED')).toBe(true);
    expect(String((failure as Error).message)).not.toContain('CANARY');
    await embedder.close();
  });

  it('leaves the event loop free, gives up in good time, and goes on with the next question', async () => {
    const { embedder } = await open({ model: 'house/slow', known, timeouts: { query: 100, document: 20_000 } });
    await embedder.embed(document('warm'));
    await expect(embedder.embed({ purpose: 'query', texts: ['late'] })).rejects.toMatchObject({
      code: 'TIMED_OUT',
      retryable: true,
    });
    await expect(embedder.embed(document('next'))).resolves.toMatchObject({ vectors: [expect.any(Float32Array)] });
    await embedder.close();
  });

  it('lets the model finish a computation when it is closed, and begins no other', async () => {
    const { embedder } = await open({ model: 'house/slow', known });
    await embedder.embed(document('warm'));
    const outcomes = Promise.allSettled([embedder.embed(document('under way')), embedder.embed(document('next'))]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await embedder.close();
    const [underWay, next] = await outcomes;
    expect(underWay.status).toBe('fulfilled');
    expect(next).toMatchObject({ status: 'rejected', reason: { code: 'UPSTREAM_FAILED' } });
  });

  it('goes on when requests are given up just as they are answered', async () => {
    const { embedder } = await open();
    await embedder.embed(document('warm'));
    for (let round = 0; round < 20; round++) {
      const giveUp = new AbortController();
      const call = { signal: giveUp.signal };
      const requests = ['a', 'b', 'c'].map((text) =>
        embedder.embed(document(text), call).finally(() => giveUp.abort()),
      );
      await Promise.allSettled(requests);
    }
    await expect(embedder.embed(document('last'))).resolves.toMatchObject({ vectors: [expect.any(Float32Array)] });
    await embedder.close();
  });

  it('is the model that its folder is named after, unless another name is given', async () => {
    const dimensions = 384;
    const { embedder } = await localEmbedder({ folder: '/srv/models/all-MiniLM-L6-v2/', dimensions, library });
    expect(embedder.id).toBe('local/all-MiniLM-L6-v2@384');
    expect(embedder.calibration).toMatchObject({ midpoint: 0.4 });
    await embedder.close();
  });

  it('has another space for another way of computing (R6)', async () => {
    const ids: string[] = [];
    for (const options of [{}, { precision: 'fp32' }, { pooling: 'cls' as const }, { queryPrefix: 'q: ' }]) {
      const { embedder } = await open(options);
      ids.push(embedder.id);
      await embedder.close();
    }
    expect(ids).toEqual([
      'local/house/model@96',
      'local/house/model@96;as=fp32,mean',
      'local/house/model@96;as=q8,cls',
      expect.stringMatching(/^local\/house\/model@96;prefix=[0-9a-f]{8}$/u),
    ]);
  });
});
