import { createEngine, extractiveAnswerer, openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { ingest } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { MANIFEST } from '@ibid/drivers/stores/static/format';
import { writeStatic, type StaticOptions } from '@ibid/drivers/stores/static/write-static';
import { scriptedSource, wordEmbedder } from '@ibid/testkit';
import { createStreamEncoder, decodeNative, encodeSearch } from '@ibid/wire';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { AskDevice } from './choose-passages.ts';
import { staticService, type StaticService } from './static-service.ts';

const PAGES = {
  '/server':
    '# Server\n\nThe server listens on port 3210.\n\n## Change the port\n\nSet `PORT`, or give `--port 8080`.\n',
  '/logging':
    '# Logging\n\nLogs are written as JSON to standard error.\n\n- One line for each request.\n- No passwords.\n',
};

const cleanup = new AsyncDisposableStack();
afterAll(() => cleanup.disposeAsync());

const indexes = new Map<string, Promise<ChunkStore>>();

/** Index of the pages, which is made once. */
function indexOf(pages: Readonly<Record<string, string>>): Promise<ChunkStore> {
  const key = JSON.stringify(pages);
  const index = indexes.get(key) ?? makeIndex(pages);
  indexes.set(key, index);
  return index;
}

async function makeIndex(pages: Readonly<Record<string, string>>): Promise<ChunkStore> {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-static-'));
  cleanup.defer(() => rm(folder, { recursive: true }));
  const store = await openStore(sqliteStore({ file: join(folder, 'index.db') }));
  cleanup.defer(() => store.close());
  const embedder = wordEmbedder();
  await ingest({ source: scriptedSource(pages), parser: inlineParser(), store, embedder, now: () => new Date(0) });
  return store;
}

async function filesOf(store: ChunkStore, options: StaticOptions = {}): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  await writeStatic(store, async (name, bytes) => void files.set(name, bytes), options);
  return files;
}

/** A service over files that a test can replace, and a list of the files it has read. */
function serviceOver(
  host: { files: ReadonlyMap<string, Uint8Array> },
  options: Partial<Parameters<typeof staticService>[0]> = {},
): StaticService & { read: string[]; pass(ms: number): void } {
  let now = 0;
  const read: string[] = [];
  const service = staticService({
    async read(name) {
      const bytes = host.files.get(name);
      if (bytes === undefined) throw new TypeError(`404 ${name}`);
      read.push(name);
      return Uint8Array.from(bytes);
    },
    now: () => now,
    newId: () => 'run',
    ...options,
  });
  return { ...service, read, pass: (ms) => void (now += ms) };
}

async function replyOf(service: StaticService, path: string, body?: unknown) {
  let status = 0;
  let text = '';
  for await (const part of service.reply({ path, body }, new AbortController().signal)) {
    if ('status' in part) ({ status } = part);
    else text += part.text;
  }
  return { status, text };
}

const ask = (service: StaticService, query: string) => replyOf(service, '/api/ask/stream', { query });

test.each(['How do I change the port?', 'what are lgos', 'Where is the moon?', 'hello', 'passwords'])(
  'the reply to `%s` is that of a server which searches by words, byte for byte',
  async (query) => {
    const store = await indexOf(PAGES);
    const engine = createEngine({ store, embedder: undefined, answerer: extractiveAnswerer(), newId: () => 'run' });
    const decoded = decodeNative({ query });
    if (decoded.kind !== 'ok') throw new Error('The question is refused.');
    const facts = { requestId: '', echo: {}, notes: [], receivedAt: '', sessionId: '' };
    const encoder = createStreamEncoder({ ...facts, elapsedMs: () => 0, countTokens: () => 0 });
    let expected = '';
    for await (const event of engine.ask(decoded.value.question)) expected += encoder.encode(event).join('');
    const service = serviceOver({ files: await filesOf(store) });
    expect(await ask(service, query)).toEqual({ status: 200, text: expected });
    expect(expected).toContain('event: run-end');
  },
);

test('it searches while a reader types as the server does', async () => {
  const store = await indexOf(PAGES);
  const engine = createEngine({ store, embedder: undefined, answerer: extractiveAnswerer(), newId: () => 'run' });
  const service = serviceOver({ files: await filesOf(store) });
  const found = await engine.lookUp({ text: 'prot', limit: 8 });
  const { status, text } = await replyOf(service, '/api/search?q=prot');
  expect(status).toBe(200);
  expect(JSON.parse(text)).toEqual({ ...encodeSearch(found, { requestId: '' }) });
  expect(found.pages.length).toBeGreaterThan(0);
});

test('what cannot be read is refused, and what is not there is not found', async () => {
  const service = serviceOver({ files: await filesOf(await indexOf(PAGES)) });
  expect(await replyOf(service, '/api/ask/stream', {})).toMatchObject({ status: 400 });
  expect(await replyOf(service, '/api/ask/stream', null)).toMatchObject({ status: 400 });
  expect(await replyOf(service, '/api/search?q=')).toMatchObject({ status: 400 });
  expect(await replyOf(service, '/api/feedback', {})).toMatchObject({ status: 404 });
});

test('what every question needs is loaded before the first one, where that is wanted', async () => {
  const service = serviceOver({ files: await filesOf(await indexOf(PAGES)) });
  expect(await replyOf(service, '/ready')).toEqual({ status: 200, text: '{"offline":false,"keepsFeedback":false}' });
  const loaded = service.read.length;
  expect(loaded).toBeGreaterThan(2);
  await ask(service, 'How do I change the port?');
  // Two files: the postings of the word, and the page.
  expect(service.read).toHaveLength(loaded + 2);
});

test('what a question needs is loaded before it is asked, where it is known by then, without asking a model of the browser', async () => {
  const askDevice = vi.fn<AskDevice>(async () => '{"passages":[]}');
  const files = await filesOf(await indexOf(PAGES), { deviceModel: true });
  const service = serviceOver({ files }, { askDevice: () => askDevice });
  const query = 'How do I change the port?';
  expect((await replyOf(service, '/ready', { query })).status).toBe(200);
  expect((await replyOf(service, '/ready', { query: '' })).status).toBe(200);
  const loaded = service.read.length;
  expect(askDevice).not.toHaveBeenCalled();
  expect((await ask(service, query)).text).toContain('--port 8080');
  expect(service.read).toHaveLength(loaded);
});

test('a question asked while the index is being opened shares what is loaded, and only what it needs is', async () => {
  const words = { '/index': '# The index\n\nThe index is there.\n' };
  const service = serviceOver({ files: await filesOf(await indexOf({ ...PAGES, ...words })) });
  const [, answer] = await Promise.all([replyOf(service, '/ready'), ask(service, 'How do I change the port?')]);
  expect(answer.text).toContain('--port 8080');
  // The manifest, the lists of pages and of words, the postings of the word, and the page.
  expect(service.read).toHaveLength(5);
  expect(new Set(service.read).size).toBe(5);
});

test('feedback that the owner wants to stay in the browser is left to the page', async () => {
  const files = await filesOf(await indexOf(PAGES), { feedback: 'browser' });
  const service = serviceOver({ files }, { post: () => Promise.reject(new Error('Nothing is sent.')) });
  expect((await ask(service, 'port?')).text).toContain('"request_id":"run"');
  expect(JSON.parse((await replyOf(service, '/ready')).text)).toEqual({ offline: false, keepsFeedback: true });
  expect((await replyOf(service, '/api/feedback', { verdict: 'up' })).status).toBe(404);
});

test('an index that browsers are to keep says so, and is told of once', async () => {
  const told: unknown[] = [];
  const files = await filesOf(await indexOf(PAGES), { offline: true });
  const service = serviceOver({ files }, { onIndex: (index) => told.push(index) });
  expect(await replyOf(service, '/ready')).toEqual({ status: 200, text: '{"offline":true,"keepsFeedback":false}' });
  await ask(service, 'port?');
  expect(told).toEqual([JSON.parse(Buffer.from(files.get(MANIFEST)!).toString())]);
});

test('what readers think goes to the address that the owner has named, as it came, and answers have a name to rate them by', async () => {
  const posted: unknown[] = [];
  const files = await filesOf(await indexOf(PAGES), { feedback: 'https://ask.example.org/api/feedback' });
  const post = async (address: string, body: unknown): Promise<number> =>
    posted.push([address, body]) === 1 ? 200 : 429;
  const service = serviceOver({ files }, { post });
  expect((await ask(service, 'port?')).text).toContain('"request_id":"run"');
  const body = { request_id: 'run', verdict: 'up' };
  expect(await replyOf(service, '/api/feedback', body)).toEqual({ status: 200, text: '{}' });
  expect((await replyOf(service, '/api/feedback', body)).status).toBe(429);
  expect(posted).toEqual([
    ['https://ask.example.org/api/feedback', body],
    ['https://ask.example.org/api/feedback', body],
  ]);
});

test('without files the reader is told, and a later question finds those that have come', async () => {
  const host = { files: new Map<string, Uint8Array>() };
  const service = serviceOver(host);
  expect((await ask(service, 'port?')).text).toContain('"NOT_INDEXED"');
  host.files = await filesOf(await indexOf(PAGES));
  expect((await ask(service, 'How do I change the port?')).text).toContain('--port 8080');
});

test('a site published anew under an open page answers from the new index alone', async () => {
  const host = { files: await filesOf(await indexOf(PAGES)) };
  const service = serviceOver(host);
  expect((await ask(service, 'xyzzy')).text).toContain('"insufficient"');
  host.files = await filesOf(await indexOf({ ...PAGES, '/server': PAGES['/server'].replaceAll('8080', '9090') }));
  // The old files are gone, and the first missing one makes the service load the new manifest.
  const { text } = await ask(service, 'How do I change the port?');
  expect(text).toContain('--port 9090');
  expect(text).not.toContain('run-error');
});

test('the manifest is asked for once a minute, and its absence does no harm then', async () => {
  const host = { files: await filesOf(await indexOf(PAGES)) };
  const service = serviceOver(host);
  await ask(service, 'port?');
  await ask(service, 'port?');
  expect(service.read.filter((name) => name === MANIFEST)).toHaveLength(1);
  service.pass(61_000);
  host.files = new Map([...host.files].filter(([name]) => name !== MANIFEST));
  expect((await ask(service, 'How do I change the port?')).text).toContain('--port 8080');
});

test('a page that the host gives for a file that is gone is no file: the index that is there now answers', async () => {
  const [before, after] = [
    await filesOf(await indexOf(PAGES)),
    await filesOf(await indexOf({ '/server': PAGES['/server'] })),
  ];
  const host = { files: before as ReadonlyMap<string, Uint8Array> };
  const service = serviceOver(host);
  expect((await replyOf(service, '/ready')).status).toBe(200);
  const page = new TextEncoder().encode('<!doctype html>');
  host.files = new Map([...[...before.keys()].map((name) => [name, page] as const), ...after]);
  const { text } = await replyOf(service, '/api/ask/stream', { query: 'How do I change the port?' });
  expect(text).toContain('Set PORT');
});

test('a manifest that names files outside, or is none, is refused', async () => {
  for (const manifest of ['null', '{"format":1,"head":"../../x","words":"a","sections":"b"}']) {
    const service = serviceOver({ files: new Map([[MANIFEST, new TextEncoder().encode(manifest)]]) });
    expect((await replyOf(service, '/ready')).status).not.toBe(200);
  }
});

test('requests at the same time share one engine, also with a model of the browser, and it is asked only while the owner wants that', async () => {
  const told: unknown[] = [];
  const askDevice = vi.fn<AskDevice>(async () => '{"passages":[]}');
  const host = { files: await filesOf(await indexOf(PAGES), { deviceModel: true }) };
  const service = serviceOver(host, { onIndex: (index) => told.push(index), askDevice: () => askDevice });
  await Promise.all([
    replyOf(service, '/ready'),
    ask(service, 'How do I change the port?'),
    replyOf(service, '/api/search?q=p'),
  ]);
  expect([told.length, askDevice.mock.calls.length]).toEqual([1, 1]);
  host.files = await filesOf(await indexOf(PAGES));
  service.pass(61_000);
  await ask(service, 'How do I change the port?');
  expect([told.length, askDevice.mock.calls.length]).toEqual([2, 1]);
});

test('a model that is late twice is not waited for any more', async () => {
  const askDevice = vi.fn<AskDevice>(() => new Promise(() => undefined));
  const files = await filesOf(await indexOf(PAGES), { deviceModel: true });
  const service = serviceOver({ files }, { askDevice: () => askDevice, deviceMs: 50 });
  for (let i = 0; i < 4; i++) expect((await ask(service, 'How do I change the port?')).text).toContain('--port 8080');
  expect(askDevice).toHaveBeenCalledTimes(2);
});
