/** For any question, agents get only words of the pages, and only of the pages they asked for. */
import { createEngine, extractiveAnswerer, openStore } from '@ibid/core';
import { ingest } from '@ibid/core/ingest';
import { inlineParser } from '@ibid/core/parse';
import type { Chunk, Engine } from '@ibid/core/types';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { markdownSource } from '@ibid/drivers/sources/markdown';
import { memoryStore } from '@ibid/testkit';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../testing/test-app.ts';

const BOOK = join(import.meta.dirname, '..', '..', '..', '..', 'examples', 'physical-ai-book', 'docs');
const QUESTIONS = 500;

interface Quoted {
  readonly id?: string;
  readonly text?: string;
  readonly quote?: string;
  readonly url: string;
}

let engine: Engine;
let chunks: readonly Chunk[];

beforeAll(async () => {
  const store = await openStore(memoryStore());
  const source = markdownSource({ root: BOOK, siteUrl: 'https://book.example.org/' });
  const embedder = builtinEmbedder();
  await ingest({ source, parser: inlineParser(), store, embedder, now: () => new Date(0) });
  engine = createEngine({ store, embedder, answerer: extractiveAnswerer(), newId: () => 'run-1' });
  chunks = (await Array.fromAsync(store.readPages())).flatMap(({ page }) => page.chunks.map(({ chunk }) => chunk));
}, 120_000);
afterAll(() => engine.close());

it(
  '500 questions get quotes that are byte-equal, ids that resolve, and pages of their scope',
  { timeout: 300_000 },
  async () => {
    const app = testApp({ engine });
    const call = async (name: string, given: object): Promise<Readonly<Record<string, unknown>>> => {
      const response = await app.request('/mcp', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } }),
      });
      const text = await response.text();
      const data = /^data: (.*)$/mu.exec(text)?.[1] ?? text;
      const { result } = JSON.parse(data) as { readonly result: { readonly structuredContent: never } };
      return result.structuredContent;
    };
    const pages = new Map<string, string>();
    for (const { url, text } of chunks) pages.set(url, `${pages.get(url) ?? ''}\n${text}`);
    const isOfPage = (url: string, text: string): boolean => pages.get(url.split('#')[0]!)?.includes(text) === true;
    const asked = Array.from({ length: QUESTIONS }, (_, at) => chunks[Math.floor((at * chunks.length) / QUESTIONS)]!);
    const faults: string[] = [];
    for (const [at, { heading: query, url: page }] of asked.entries()) {
      const { results } = (await call('search', { query, limit: 3 })) as { readonly results: readonly Quoted[] };
      for (const { id, text, url } of results) {
        if (!isOfPage(url, text!)) faults.push(`${query}: not of ${url}`);
        const whole = await call('fetch', { id });
        if (typeof whole?.['text'] !== 'string' || !whole['text'].includes(text!)) faults.push(`${query}: ${id}`);
      }
      const scope = at % 2 === 0 ? {} : { page };
      const { citations } = (await call('ask', { question: query, ...scope })) as {
        readonly citations: readonly Quoted[];
      };
      for (const { quote, url } of citations) {
        if (!isOfPage(url, quote!)) faults.push(`${query}: ${quote}`);
        if (at % 2 === 1 && url.split('#')[0] !== page) faults.push(`${query}: ${url} is not ${page}`);
      }
    }
    expect(faults).toEqual([]);
  },
);
