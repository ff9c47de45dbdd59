import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fixtureSite, type FixtureSite } from '@ibid/testkit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fetchFile } from './fetch-file.ts';
import { addModel, listModels, modelFolder, removeModel, verifyModel } from './model-cache.ts';

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const WEIGHTS = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 31 + (i >> 8)) % 251);
const MODEL = 'house/model';
const FILES: Readonly<Record<string, Uint8Array>> = {
  'config.json': Buffer.from('{"hidden_size":8}'),
  'tokenizer.json': Buffer.from('{"version":"1.0"}'),
  'tokenizer_config.json': Buffer.from('{}'),
  'onnx/model_quantized.onnx': WEIGHTS,
};

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

/** A hub that supports ranges. */
interface Hub {
  readonly asked: { path: string; range: string | undefined }[];
  /** Number of connections to cut in the middle of a large file. */
  breaks: number;
  afterBreak: () => unknown;
  readonly files: Record<string, Uint8Array>;
}

let hub: Hub;
let site: FixtureSite;
let folder: string;

function serveFile(request: IncomingMessage, response: ServerResponse): void {
  const path = decodeURI(request.url ?? '').replace(`/${MODEL}/resolve/main/`, '');
  const body = hub.files[path];
  hub.asked.push({ path, range: request.headers.range });
  if (body === undefined) return void response.writeHead(404).end();
  const from = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0);
  if (from > 0 && from >= body.length) return void response.writeHead(416).end();
  const rest = body.subarray(from);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': rest.length });
  if (rest.length < 100_000 || hub.breaks === 0) return void response.end(rest);
  hub.breaks--;
  response.write(rest.subarray(0, 100_000), async () => {
    await vi.waitUntil(() => sizeOf(join(modelFolder(folder, MODEL), `${path}.part`)) > from, 5000);
    response.destroy();
    hub.afterBreak();
  });
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-models-'));
  site = await fixtureSite({ '/*': { raw: serveFile } });
  hub = { asked: [], breaks: 0, afterBreak: () => undefined, files: { ...FILES } };
});

afterEach(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

/** A folder with the model's files. */
async function filesOnDisk(): Promise<string> {
  const from = join(folder, 'usb');
  for (const [path, bytes] of Object.entries(FILES)) {
    await mkdir(dirname(join(from, path)), { recursive: true });
    await writeFile(join(from, path), bytes);
  }
  return from;
}

const add = (options: Parameters<typeof addModel>[2] = {}): ReturnType<typeof addModel> =>
  addModel(folder, MODEL, { mirror: `${site.origin}/`, pause: 1, ...options });

describe('the cache of local models', () => {
  it('fetches each file once, and asks nobody for what is there', async () => {
    const manifest = await add();
    expect(manifest).toMatchObject({ model: MODEL, revision: 'main', from: site.origin });
    expect(manifest.files['onnx/model_quantized.onnx']).toEqual({ bytes: WEIGHTS.length, sha256: sha256(WEIGHTS) });
    await expect(readFile(join(modelFolder(folder, MODEL), 'onnx/model_quantized.onnx'))).resolves.toEqual(
      Buffer.from(WEIGHTS),
    );
    expect(hub.asked.map(({ path }) => path)).toEqual(Object.keys(FILES));
    await add();
    expect(hub.asked).toHaveLength(4);
    await expect(listModels(folder)).resolves.toEqual([manifest]);
  });

  it('goes on where a connection broke, where a checksum vouches for the whole', async () => {
    await add();
    await rm(join(modelFolder(folder, MODEL), 'onnx/model_quantized.onnx'));
    hub.asked.length = 0;
    hub.breaks = 2;
    const manifest = await add();
    expect(manifest.files['onnx/model_quantized.onnx']!.sha256).toBe(sha256(WEIGHTS));
    const [first, ...ranges] = hub.asked.map(({ range }) => range);
    expect(first).toBeUndefined();
    expect(ranges).toHaveLength(2);
    for (const range of ranges) expect(range).toMatch(/^bytes=[1-9]\d*-$/u);
  });

  it('begins again without a checksum, so that no file is of two', async () => {
    hub.breaks = 1;
    const other = WEIGHTS.map((byte) => 255 - byte);
    hub.afterBreak = () => (hub.files['onnx/model_quantized.onnx'] = other);
    const manifest = await add();
    expect(manifest.files['onnx/model_quantized.onnx']!.sha256).toBe(sha256(other));
    expect(hub.asked.map(({ range }) => range)).toEqual(Array.from({ length: 5 }));
  });

  it('goes on in a later process, where a checksum vouches for what is there', async () => {
    const file = join(folder, 'weights.onnx');
    const url = `${site.origin}/${MODEL}/resolve/main/onnx/model_quantized.onnx`;
    await writeFile(`${file}.part`, WEIGHTS.subarray(0, 200_000));
    await fetchFile({ url, file, sha256: sha256(WEIGHTS) });
    expect(hub.asked).toEqual([{ path: 'onnx/model_quantized.onnx', range: 'bytes=200000-' }]);
    await expect(readFile(file)).resolves.toEqual(Buffer.from(WEIGHTS));
    await writeFile(`${file}.part`, WEIGHTS);
    await fetchFile({ url, file, sha256: sha256(WEIGHTS) });
    await expect(readdir(folder)).resolves.toEqual(['weights.onnx']);
  });

  it('begins again in a later process without a checksum', async () => {
    const stop = new AbortController();
    hub.breaks = 1;
    hub.afterBreak = () => stop.abort();
    await expect(add({ signal: stop.signal })).rejects.toMatchObject({
      code: 'ABORTED',
      message: 'Fetching the model was stopped. Run the same again.',
    });
    hub.asked.length = 0;
    const manifest = await add();
    expect(manifest.files['onnx/model_quantized.onnx']!.sha256).toBe(sha256(WEIGHTS));
    expect(hub.asked.map(({ range }) => range)).toEqual(Array.from({ length: 4 }));
    const names = await readdir(modelFolder(folder, MODEL), { recursive: true });
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('fetches again what is damaged or missing, and nothing else', async () => {
    const manifest = await add();
    await writeFile(join(modelFolder(folder, MODEL), 'onnx/model_quantized.onnx'), 'damaged');
    await rm(join(modelFolder(folder, MODEL), 'tokenizer.json'));
    hub.asked.length = 0;
    await expect(add()).resolves.toEqual(manifest);
    expect(hub.asked.map(({ path }) => path)).toEqual(['tokenizer.json', 'onnx/model_quantized.onnx']);
    await expect(verifyModel(folder, manifest)).resolves.toEqual([]);
    hub.files['tokenizer.json'] = Buffer.from('{"version":"2.0"}');
    await rm(join(modelFolder(folder, MODEL), 'tokenizer.json'));
    await expect(add()).rejects.toMatchObject({
      message: expect.stringContaining('remove the model and add it again'),
    });
  });

  it('is fetched once by two at the same time', async () => {
    const notes: string[] = [];
    const onNote = (message: string): number => notes.push(message);
    const [first, second] = await Promise.all([add({ onNote }), add({ onNote })]);
    expect(first).toEqual(second);
    expect(hub.asked).toHaveLength(4);
    expect(notes).toEqual([`  another process fetches ${MODEL}; waiting for it`]);
  });

  it('tells how much has come, without a total for a model that is not known', async () => {
    const steps: (readonly [done: number, total: number | undefined])[] = [];
    await add({ onProgress: (done, total) => steps.push([done, total]) });
    const bytes = Object.values(FILES).reduce((sum, file) => sum + file.length, 0);
    expect(steps.length).toBeGreaterThan(4);
    expect(steps.toSorted(([one], [other]) => one - other)).toEqual(steps);
    expect(steps.at(-1)).toEqual([bytes, undefined]);
  });

  it('refuses a page that a mirror sends instead of a file', async () => {
    const page = Buffer.from('\n<!doctype html><title>Sign in</title>');
    for (const path of ['config.json', 'onnx/model_quantized.onnx']) {
      hub.files[path] = page;
      await expect(add()).rejects.toMatchObject({ code: 'INVALID_CONFIG', message: expect.stringContaining(path) });
      hub.files[path] = FILES[path]!;
    }
    const from = await filesOnDisk();
    await writeFile(join(from, 'config.json'), page);
    await expect(addModel(folder, MODEL, { from })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    await expect(listModels(folder)).resolves.toEqual([]);
  });

  it.each(['nonsense', 'localhost:80', 'file:///srv/models'])('refuses the mirror `%s` at once', async (mirror) => {
    const notes: string[] = [];
    const onNote = (message: string): number => notes.push(message);
    await expect(add({ mirror, onNote })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
    expect(notes).toEqual([]);
  });

  it('keeps nothing of a file with a wrong checksum', async () => {
    const file = join(folder, 'weights.onnx');
    const url = `${site.origin}/${MODEL}/resolve/main/onnx/model_quantized.onnx`;
    await expect(fetchFile({ url, file, sha256: '0'.repeat(64) })).rejects.toMatchObject({
      code: 'UPSTREAM_FAILED',
      message: expect.stringContaining(sha256(WEIGHTS)),
    });
    await expect(readdir(folder)).resolves.toEqual([]);
  });

  it('says what a hub does not have, and gives up on one that only breaks', async () => {
    await expect(addModel(folder, 'house/absent', { mirror: site.origin, pause: 1 })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('/house/absent/resolve/main/config.json'),
    });
    hub.breaks = 100;
    hub.files['onnx/model_quantized.onnx'] = new Uint8Array(2_000_000);
    const notes: string[] = [];
    const onNote = (message: string): number => notes.push(message);
    await expect(add({ onNote })).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true });
    expect(notes).toHaveLength(5);
    expect(notes[0]).toMatch(/^ {2}the file could not be fetched \(\S.*\); trying again in 1 s$/u);
    await expect(listModels(folder)).resolves.toEqual([]);
  });

  it('takes a model from a folder, tells what has changed since, and removes it', async () => {
    const from = await filesOnDisk();
    const manifest = await addModel(folder, MODEL, { from });
    expect(hub.asked).toEqual([]);
    await expect(verifyModel(folder, manifest)).resolves.toEqual([]);
    await writeFile(join(modelFolder(folder, MODEL), 'config.json'), '{"hidden_size":9}');
    await rm(join(modelFolder(folder, MODEL), 'tokenizer.json'));
    await expect(verifyModel(folder, manifest)).resolves.toEqual(['config.json', 'tokenizer.json']);
    await expect(removeModel(folder, MODEL)).resolves.toBe(true);
    await expect(removeModel(folder, MODEL)).resolves.toBe(false);
    await rm(join(from, 'tokenizer.json'));
    await expect(addModel(folder, MODEL, { from })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });

  it('refuses other weights under a name that is known', async () => {
    const from = await filesOnDisk();
    await expect(addModel(folder, 'all-MiniLM-L6-v2', { from })).rejects.toMatchObject({
      code: 'INVALID_CONFIG',
      message: expect.stringContaining('name their folder in `embedder`'),
    });
  });

  it.each(['', '..', 'a/../b', '../../etc', 'a/b/c', 'all-minilm'])('keeps `%s` out of the folder', async (name) => {
    await expect(addModel(folder, name, { mirror: site.origin })).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });
});
