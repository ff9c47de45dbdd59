/** Indexing and asking with hosted embedders, by the real program over real sockets. */
import { openEmbeddingService, type EmbeddingService } from '@ibid/testkit';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  openWorkplace,
  post,
  runIbid,
  serveIbid,
  startIbid,
  type Finished,
  type Workplace,
} from './testing/run-ibid.ts';

const KEY = 'CANARY-key-of-the-owner-0001';
const PAGES = {
  'docs/install.md': '# Install\n\nParrot needs Node 24 or newer.\n\n## From source\n\nRun the build script.\n',
  'docs/settings.md': '# Settings\n\nThe server listens on port 4000 unless `PARROT_PORT` names another one.\n',
  'docs/licence.md': '# Licence\n\nParrot is free software under the MIT licence.\n',
};
const QUESTION = 'Which port does the server listen on?';

// Each case starts real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let service: EmbeddingService;
beforeAll(async () => {
  service = await openEmbeddingService({ apiKey: KEY });
});
afterAll(() => service.close());
afterEach(() => service.fail());

const cohere = (): object => ({ name: 'cohere', baseUrl: service.origin });

async function openPlace(pages: Readonly<Record<string, string>> = PAGES, embedder = cohere()): Promise<Workplace> {
  const place = await openWorkplace();
  await place.write({ ...pages, 'ibid.config.json': JSON.stringify({ embedder }) });
  return place;
}

const env = { IBID_EMBEDDER_KEY: KEY };

function run(place: Workplace, ...args: readonly string[]): Promise<Finished> {
  return runIbid(place.path, args, env);
}

/** Requests that arrived during `work`. */
async function requestsOf(work: () => Promise<unknown>): Promise<EmbeddingService['requests']> {
  const start = service.requests.length;
  await work();
  return service.requests.slice(start);
}

async function expectNoKey(place: Workplace, outputs: readonly Finished[]): Promise<void> {
  for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain('CANARY');
  const names = await readdir(place.path, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) expect((await readFile(file)).includes('CANARY')).toBe(false);
}

describe('an index that was made with a hosted embedder', () => {
  let place: Workplace;
  let indexed: Finished;
  beforeAll(async () => {
    place = await openPlace();
    indexed = await run(place, 'index', 'docs', '--json');
  });
  afterAll(() => place[Symbol.asyncDispose]());

  const withConfig = async (config: object, ...args: readonly string[]): Promise<Finished> => {
    await place.write({ 'other.json': JSON.stringify(config) });
    return run(place, ...args, '--config', 'other.json');
  };

  it('answers by one request, costs nothing while nothing changes, and shows the key to nobody', async () => {
    expect(JSON.parse(indexed.stdout)).toMatchObject({ pages: { added: 3 }, embedded: { texts: expect.any(Number) } });
    const outputs = [indexed];
    const asked = await requestsOf(async () => {
      const answer = await run(place, 'ask', QUESTION, '--json');
      outputs.push(answer);
      expect(answer).toMatchObject({ code: 0, stderr: '' });
      expect(JSON.parse(answer.stdout)).toMatchObject({
        outcome: 'answered',
        answer: expect.stringContaining('port 4000'),
        warnings: expect.not.arrayContaining([expect.objectContaining({ code: 'vector_leg_missing' })]),
      });
    });
    expect(asked).toHaveLength(1);
    expect(asked[0]!.texts[0]).toContain(QUESTION);
    const again = await requestsOf(async () => {
      outputs.push(await run(place, 'index', 'docs', '--json'));
      expect(JSON.parse(outputs.at(-1)!.stdout)).toMatchObject({ unchanged: true });
    });
    expect(again).toEqual([]);
    outputs.push(await run(place, 'doctor'));
    expect(outputs.at(-1)!.stdout).toMatch(/✔ embedder +\w+\/\S+ answers in \d+ ms/u);
    await expectNoKey(place, outputs);
  });

  it('is asked by words alone when the service is down, and says so', async () => {
    service.fail('server-error');
    const answer = await run(place, 'ask', 'Under which licence is Parrot free software?', '--json');
    expect(answer.code).toBe(0);
    expect(JSON.parse(answer.stdout)).toMatchObject({
      outcome: 'answered',
      answer: expect.stringContaining('MIT licence'),
      warnings: expect.arrayContaining([expect.objectContaining({ code: 'vector_leg_missing' })]),
    });
    expect(answer.stderr).toMatch(/Cohere at `http:\/\/127\.0\.0\.1:\d+` answered 503/u);
  });

  it('is refused to another model, naming both and the way out (R6)', async () => {
    const other = { ...cohere(), model: 'embed-multilingual-v3.0' };
    const { code, stderr } = await withConfig({ embedder: other }, 'ask', QUESTION);
    expect(code).toBe(1);
    expect(stderr).toMatch(/made with `cohere\/embed-english-v3\.0@1024;\S+`/u);
    expect(stderr).toMatch(/asks for `cohere\/embed-multilingual-v3\.0@1024;\S+`/u);
    expect(stderr).toMatch(/ibid index/u);
  });

  it('is refused to another embedder before anything is answered (R6)', async () => {
    const { code, stderr } = await withConfig({ embedder: 'builtin' }, 'serve', '--port', '0');
    expect(code).toBe(1);
    expect(stderr).toMatch(/made with `cohere\/\S+`, but the configuration asks for the embedder `builtin`/u);
  });

  it('is not taken over by `builtin` because nobody named its embedder', async () => {
    const before = await readFile(join(place.path, '.ibid/index.db'));
    const { code, stderr } = await withConfig({}, 'index', 'docs');
    expect(code).toBe(1);
    expect(stderr).toMatch(/made with `cohere\/\S+;at=\S+`, and the configuration does not say how to reach that/u);
    expect(await readFile(join(place.path, '.ibid/index.db'))).toEqual(before);
  });

  it('says what another embedder would embed before it does, and how much it has sent', async () => {
    const other = { embedder: { ...cohere(), model: 'embed-multilingual-v3.0' } };
    const dry = await withConfig(other, 'index', 'docs', '--dry-run');
    expect(dry.stderr).toMatch(/\d+ passages would be embedded again by cohere\/embed-multilingual-v3\.0@1024/u);
    const same = await run(place, 'index', 'docs', '--dry-run');
    expect(same.stderr).not.toContain('embedded again');
    await using mine = await openPlace();
    expect((await run(mine, 'index', 'docs')).stderr).toMatch(
      /\d+ texts \(passages and headings\) embedded by cohere\/embed-english-v3\.0@1024\S*, in 1 request\n/u,
    );
    const again = await requestsOf(() => run(mine, 'index', 'docs', '--fresh'));
    expect(again).toEqual([]);
  });

  it('is made anew with another embedder when that is asked for', async () => {
    await using mine = await openPlace();
    await run(mine, 'index', 'docs');
    expect(await run(mine, 'index', 'docs', '--embedder', 'builtin', '--json')).toMatchObject({ code: 0 });
    await mine.write({ 'ibid.config.json': '{}' });
    const answer = await run(mine, 'ask', QUESTION);
    expect(answer).toMatchObject({ code: 0, stdout: expect.stringContaining('port 4000') });
  });
});

describe('a key', () => {
  it('of a provider is not sent to an address that a configuration file names, and not shown', async () => {
    await using place = await openPlace();
    const requests = await requestsOf(async () => {
      const finished = await runIbid(place.path, ['index', 'docs', '--debug'], { COHERE_API_KEY: KEY });
      expect(finished).toMatchObject({ code: 2, stderr: expect.stringContaining('`IBID_EMBEDDER_KEY`') });
      await expectNoKey(place, [finished]);
    });
    expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([null]);
  });
});

describe('indexing with a hosted embedder', () => {
  const many = Object.fromEntries(
    Array.from({ length: 60 }, (_, page) => [
      `docs/p${page}.md`,
      `# Page ${page}\n\nPage ${page} tells of matter ${page * 7}.\n`,
    ]),
  );

  it('goes on after a kill without paying twice for a batch that was answered (B3)', async () => {
    // Its batches are small.
    await using place = await openPlace(many, { name: 'ollama', baseUrl: service.origin });
    const start = service.requests.length;
    const first = startIbid(place.path, ['index', 'docs'], { env });
    await vi.waitFor(() => expect(service.requests.length - start).toBeGreaterThan(2), {
      timeout: 60_000,
      interval: 5,
    });
    service.fail('hang');
    await vi.waitFor(() => expect(service.requests.at(-1)!.fault).toBe('hang'), { timeout: 60_000, interval: 5 });
    first.child.kill('SIGKILL');
    await first.finished;
    const hung = new Set(service.requests.slice(start).flatMap(({ fault, texts }) => (fault === 'hang' ? texts : [])));
    service.fail();
    expect(await run(place, 'index', 'docs')).toMatchObject({ code: 0 });
    const sent = service.requests.slice(start).flatMap(({ texts }) => texts);
    const twice = [...new Set(sent.filter((text, at) => sent.indexOf(text) !== at))];
    expect(twice.filter((text) => !hung.has(text))).toEqual([]);
  });

  it('in the background of a server has the key, and no log has it', async () => {
    await using place = await openPlace();
    const token = 'owner-token-0123456789';
    const { url, stop } = await serveIbid(place.path, ['docs', '--log', 'json'], { ...env, IBID_TOKEN: token });
    await place.write({ 'docs/new.md': '# New\n\nParakeets arrived in May.\n' });
    const requests = await requestsOf(async () => {
      const started = await fetch(`${url}/ingest`, { method: 'POST', headers: { authorization: `Bearer ${token}` } });
      expect(started.status).toBe(202);
      const job = `${url}${started.headers.get('location')}`;
      await vi.waitFor(
        async () => {
          const shown = await fetch(job, { headers: { authorization: `Bearer ${token}` } });
          expect(await shown.text()).toMatch(/"succeeded"/u);
        },
        { timeout: 60_000, interval: 100 },
      );
    });
    expect(requests.flatMap(({ texts }) => texts).some((text) => text.includes('Parakeets'))).toBe(true);
    service.fail('busy-seconds', { retryAfterMs: 20_000 });
    const reply = await post(`${url}/api/ask`, { query: 'When did parakeets arrive?' });
    expect(await reply.text()).toContain('vector_leg_missing');
    const finished = await stop();
    expect(finished.stdout).toMatch(/"part":"embedder".*"RATE_LIMITED"/u);
    await expectNoKey(place, [finished]);
  });
});
