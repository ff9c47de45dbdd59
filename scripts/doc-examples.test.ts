import { dialects } from '@ibid/wire';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookIndex } from './doc-examples/book-index.ts';
import { exampleServer } from './doc-examples/example-server.ts';
import { runExamples } from './doc-examples/run-examples.ts';

const FOLDER = join(import.meta.dirname, '../docs/wire');
const pages = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));

const hasCurl = spawnSync('bash', ['-c', 'command -v curl']).status === 0;

/** Paths whose first example is answered from the sample book. A conversation must be known, and a stream has its twin's example. */
const ANSWERING = dialects
  .flatMap(({ endpoints }) => endpoints)
  .filter(({ kind, path }) => (kind === 'answer' || kind === 'retrieve') && !/\/(?:stream|conversation)$/u.test(path));

describe.skipIf(!hasCurl)('examples in docs/wire print what stands below them (needs bash and curl)', () => {
  let indexed: string;
  /** For requests that leave nothing behind. */
  let shared: Awaited<ReturnType<typeof exampleServer>>;
  beforeAll(async () => {
    indexed = await bookIndex();
    shared = await exampleServer(indexed);
  }, 180_000);
  afterAll(() => shared?.[Symbol.asyncDispose]());

  it.concurrent.each(pages)('%s', async (name) => {
    const page = readFileSync(join(FOLDER, name), 'utf8');
    await using server = await exampleServer(indexed);
    expect(await runExamples(page, server.url)).toBe(page);
  });

  it.concurrent.each(ANSWERING)('the API description: $path', async ({ path, description }) => {
    const body = JSON.stringify(description.examples[0]!.request);
    const reply = await fetch(shared.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect(await reply.text()).toMatch(/"(?:citations|sources|chunks)":\[\{/u);
  });

  it('and a page that claims something else, or whose example fails, is found out', async () => {
    const page = '```sh\ncurl -s http://127.0.0.1:3210/health\n```\n\n```json\n{ "status": "fine" }\n```\n';
    expect(await runExamples(page, shared.url)).toContain('"status": "ok"');
    const broken = '```sh\ncurl -sf http://127.0.0.1:3210/nothing\n```\n';
    await expect(runExamples(broken, shared.url)).rejects.toThrow(/Command failed/u);
  });
});
