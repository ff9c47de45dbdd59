import { IbidError } from '@ibid/core';
import type { Engine } from '@ibid/core/types';
import type { NativeSearch } from '@ibid/wire';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { smallEngine } from '../testing/small-index.ts';
import { testApp } from '../testing/test-app.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await smallEngine();
});
afterAll(() => engine.close());

const get = async (query: string, over: Partial<Engine> = {}): Promise<{ status: number; body: unknown }> => {
  const response = await testApp({ engine: { ...engine, ...over } }).request(`/api/search${query}`);
  return { status: response.status, body: await response.json() };
};

it('finds pages by unfinished words, with links to their sections', async () => {
  const { status, body } = await get('?q=instal&limit=1');
  const url = 'https://docs.example.org/guide/install';
  expect(status).toBe(200);
  expect(body).toMatchObject({ request_id: 'req-1', corrected: [], generation: 1 });
  const { pages } = body as NativeSearch;
  expect(pages.map((page) => [page.url, page.title])).toEqual([
    [url, { text: 'Install', lit: [{ start: 0, end: 7 }] }],
  ]);
  expect(pages[0]!.sections[0]).toMatchObject({ kind: 'page', anchor: '', href: url });
  expect(pages[0]!.sections.map(({ href }) => href)).toContain(`${url}#from-npm:~:text=Run%20the%20installer%20once.`);
});

it('treats a word followed by white space as finished', async () => {
  const asked: string[] = [];
  const lookUp: Engine['lookUp'] = (request) => {
    asked.push(request.text);
    return Promise.resolve({ pages: [], corrected: [], generation: 1 });
  };
  await get('?q=server%20', { lookUp });
  await get('?q=server&locale=en', { lookUp });
  await get('?q=parrot%20&q=tab', { lookUp });
  expect(asked).toEqual(['server ', 'server', 'tab']);
});

it.each([
  ['', 'q'],
  ['?q=a&limit=21', 'limit'],
  ['?q=a&limit=two', 'limit'],
  ['?q=a&wrong=1', 'wrong'],
  [`?q=${'a'.repeat(201)}`, 'q'],
])('refuses %j', async (query, field) => {
  const { status, body } = await get(query);
  expect(status).toBe(400);
  expect(JSON.stringify(body)).toContain(field);
});

it.each(['?q=', '?q=%20'])('finds nothing for the empty query %j', async (query) => {
  expect(await get(query)).toMatchObject({ status: 200, body: { pages: [], corrected: [] } });
});

it('reports that nothing is indexed yet', async () => {
  const { status } = await get('?q=a', {
    lookUp: () => Promise.reject(new IbidError('NOT_INDEXED', 'Nothing is indexed yet.')),
  });
  expect(status).toBe(503);
});
