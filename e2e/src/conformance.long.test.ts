/**
 * The worker that runs in readers' browsers on the files of the sample book must give the same replies, byte for byte, as a
 * server with the same index that searches by words and quotes. A server works this way too if its embedder and model are
 * unavailable.
 */
import { createEngine, extractiveAnswerer, openStore } from '@ibid/core';
import type { ChunkStore } from '@ibid/core/types';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { createApp } from '@ibid/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTraps } from '../../evals/src/traps/read-traps.ts';
import { askWorker, type WorkerCall } from './testing/ask-worker.ts';
import { STARTERS } from './testing/book-questions.ts';
import { openBook, type OpenBook } from './testing/open-book.ts';

/** One of this many headings is asked, of which one of `FURTHER` also with a selection and as a follow-up; all are searched for. */
const EVERY = 3;
const FURTHER = 6;
/** Locales as pages and careless programs send them, and one without pages. */
const LOCALES = ['en', 'ur', '', ' ur\0', 'de'];

let book: OpenBook;
let store: ChunkStore;
beforeAll(async () => {
  book = await openBook({ mode: 'static files' });
  store = await openStore(sqliteStore({ file: book.book.index, readOnly: true }));
}, 600_000);
afterAll(async () => {
  await store?.close();
  await book?.[Symbol.asyncDispose]();
});

/** Questions of typical readers: those of its starters and headings, about passages, follow-ups, and about topics that are not in the book. */
async function calls(): Promise<readonly WorkerCall[]> {
  const asked: WorkerCall[] = [];
  const ask = (body: object): unknown => asked.push({ path: '/api/ask/stream', body });
  for (const query of Object.keys(STARTERS)) for (const locale of LOCALES) ask({ query, locale, version: 'current' });
  const headings = new Set<string>();
  for await (const { page } of store.readPages()) {
    for (const { chunk } of page.chunks) {
      const { heading, title, url, anchor, locale, version, text } = chunk;
      const query = heading || title;
      if (headings.has(query)) continue;
      headings.add(query);
      asked.push({ path: `/api/search?${new URLSearchParams({ q: query.slice(0, 9), locale, version })}` });
      if (headings.size % EVERY !== 0) continue;
      ask({ query, locale, version });
      if (headings.size % (EVERY * FURTHER) !== 0) continue;
      ask({
        query: `What does “${title}” say of that?`,
        selection: { text: text.slice(0, 300), url, section: anchor },
      });
      ask({ query, page: url, ...(anchor === '' ? {} : { section: anchor }) });
      const history = [
        { role: 'reader', text: `What is ${title}?` },
        { role: 'assistant', text: text.slice(0, 500) },
      ];
      for (const next of ['And how does it work?', 'Why?', `What about ${query}?`])
        ask({ query: next, history, locale });
    }
  }
  // Most of these are about topics that are not in the book.
  for (const [at, { question }] of (await readTraps()).entries()) if (at % 4 === 0) ask({ query: question });
  return asked;
}

/** Replies without request names, which the worker sends only if an address takes feedback. */
async function fromServer(asked: readonly WorkerCall[]): Promise<readonly string[]> {
  const app = createApp({
    engine: createEngine({ store, embedder: undefined, answerer: extractiveAnswerer(), newId: () => 'run' }),
    newId: () => 'run',
    now: () => 0,
    date: () => new Date(0),
    countTokens: () => 0,
    rateLimits: { perClient: 0, perSiteKey: 0, requests: 0 },
  });
  const replies: string[] = [];
  for (const { path, body } of asked) {
    const headers = { 'Content-Type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const text = await (await app.request(path, init)).text();
    replies.push(text.replaceAll('"request_id":"run"', '"request_id":""'));
  }
  return replies;
}

test('replies of the worker equal those of a server that searches by words', { timeout: 600_000 }, async () => {
  const asked = await calls();
  await using visited = await book.visit('/ibid/index.json');
  const [expected, replies] = await Promise.all([fromServer(asked), askWorker(visited.page, '/ibid/', asked)]);
  const different = asked.filter((_, at) => replies[at] !== expected[at]);
  const count = (outcome: string): number => expected.filter((text) => text.includes(`"outcome":"${outcome}"`)).length;
  expect(asked.length).toBeGreaterThan(1000);
  // If all were refused, they would be equal too.
  expect(count('answered')).toBeGreaterThan(300);
  expect(count('insufficient')).toBeGreaterThan(100);
  expect(different).toEqual([]);
});
