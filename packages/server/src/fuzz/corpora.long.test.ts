/** Sends two public collections of hostile input to every endpoint with a body. Skipped if the collections are absent. */
import type { Engine } from '@ibid/core/types';
import { dialects, type Endpoint, type JsonSchema } from '@ibid/wire';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../call.ts';
import { SECRET, siteFolder } from '../site/testing/site-folder.ts';
import { smallEngine } from '../testing/small-index.ts';
import { fuzzApp } from './testing/fuzz-app.ts';
import { send } from './testing/send.ts';

const DATA = resolve(process.env['IBID_EVAL_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data'));
const endpoints: readonly Endpoint[] = dialects
  .flatMap((dialect) => dialect.endpoints)
  .filter(({ description }) => description.request !== undefined);

let engine: Engine;
let app: App;

beforeAll(async () => {
  engine = await smallEngine();
  app = await fuzzApp(engine);
});
afterAll(() => engine.close());

function rows(file: string): readonly unknown[] {
  const lines = readFileSync(join(DATA, file), 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
}

/** Returns the top-level text fields of a request. */
function textFields(schema: JsonSchema): readonly string[] {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  return Object.entries(properties)
    .filter(([, field]) => JSON.stringify(field).includes('"type":"string"'))
    .map(([name]) => name);
}

const named = endpoints.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }));

describe.skipIf(!existsSync(join(DATA, 'json-test-suite')))('JSON test suite, where IBID_EVAL_DATA has it', () => {
  interface Case {
    readonly name: string;
    readonly expect: 'accept' | 'reject' | 'either';
    readonly b64: string;
  }

  it.each(named)('$name', async ({ endpoint }) => {
    const wrong: string[] = [];
    for (const { name, expect: wanted, b64 } of rows('json-test-suite/cases.jsonl') as readonly Case[]) {
      const body = new Uint8Array(Buffer.from(b64, 'base64'));
      const status = await send(app, { method: endpoint.method, path: endpoint.path, body });
      const refusal = body.length > (endpoint.maxBodyBytes ?? 98_304) ? 413 : 400;
      // An empty body is valid if the body is optional.
      const isLeftOut = body.length === 0 && endpoint.bodyOptional === true;
      if (wanted === 'reject' && status !== refusal && !isLeftOut) wrong.push(name);
    }
    // Every endpoint must refuse what is not valid JSON.
    expect(wrong).toEqual([]);
  });
});

/** Endpoints that read the same body alike, such as one that streams and one that does not, share the strings. */
const twins = Map.groupBy(endpoints, ({ description }) => JSON.stringify(description.request!()))
  .values()
  .map((all) => ({ all, name: all.map(({ method, path }) => `${method} ${path}`).join(', ') }))
  .toArray();

describe.skipIf(!existsSync(join(DATA, 'naughty-strings')))('naughty strings, where IBID_EVAL_DATA has them', () => {
  it.each(twins)('$name', async ({ all }) => {
    const fields = textFields(all[0]!.description.request!());
    const first = fields.find((name) => name === 'query' || name === 'query_text');
    let sent = 0;
    for (const [at, row] of rows('naughty-strings/blns.jsonl').entries()) {
      const { text } = row as { readonly text: string };
      for (const [place, field] of fields.entries()) {
        const { method, path } = all[(at + place) % all.length]!;
        const body = JSON.stringify({ ...(first === undefined ? {} : { [first]: 'retries' }), [field]: text });
        await send(app, { method, path, body });
        sent += 1;
      }
    }
    expect(sent).toBeGreaterThan(250);
  });
});

describe.skipIf(!existsSync(join(DATA, 'naughty-strings')))('naughty strings as addresses', () => {
  it('return a page of a served site or its 404 page', async () => {
    await using folder = await siteFolder();
    const site = await fuzzApp(engine, { site: { folder: folder.root, base: '/' } });
    const seen = new Set<number>();
    for (const row of rows('naughty-strings/blns.jsonl')) {
      const text = (row as { readonly text: string }).text.toWellFormed();
      for (const path of [`/${encodeURIComponent(text)}`, `/docs/${encodeURI(text)}/`, `/docs/intro/?q=${text}`]) {
        if (!URL.canParse(`http://localhost${path}`)) continue;
        const response = await site.request(path);
        seen.add(response.status);
        expect(await response.text()).not.toContain(SECRET);
      }
    }
    expect([...seen].sort()).toEqual([200, 404]);
  });
});
