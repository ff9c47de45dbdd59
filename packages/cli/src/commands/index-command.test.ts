import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
/** Exit codes of `ibid index`, and its messages about addresses, with real processes. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ibid, openWorkplace, type Workplace } from '../testing/run-ibid.ts';

// Each case starts real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const TOO_LARGE = `# Large\n\n${'Too much to be read. '.repeat(260_000)}`;

let place: Workplace;

beforeAll(async () => {
  place = await openWorkplace();
  await place.write({
    'bad/pump.md': '# Pump\n\nThe pump needs oil every five days.\n',
    'bad/large.md': TOO_LARGE,
    'good/pump.md': '# Pump\n\nThe pump needs oil every five days.\n',
    'site/docusaurus.config.js': "export default { url: 'https://parrot.example', baseUrl: '/' };\n",
    'site/docs/pump.md': '# Pump\n\nThe pump needs oil every five days.\n',
    'named.json': JSON.stringify({ siteUrl: 'https://parrot.example/' }),
  });
});
afterAll(() => place[Symbol.asyncDispose]());

describe('a page that cannot be read (R24)', () => {
  it('ends a run with 4 after the others were published', async () => {
    const { code, stdout } = await ibid(place.path, 'index', 'bad', '--index', 'four.db', '--json');
    expect([code, JSON.parse(stdout)]).toMatchObject([4, { status: 'partial', pages: { found: 2, failed: 1 } }]);
  });

  it('is a warning and no failure with --partial-ok', async () => {
    const args = ['index', 'bad', '--index', 'ok.db', '--partial-ok'];
    const { code, stderr } = await ibid(place.path, ...args);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/warning 1 of 2 pages could not be indexed/u)]);
    const asked = await ibid(place.path, 'ask', 'How often does the pump need oil?', '--index', 'ok.db');
    expect([asked.code, asked.stdout]).toEqual([0, expect.stringContaining('every five days')]);
  });

  it('does not let --partial-ok hide a failure or wrong use', async () => {
    const args = ['--index', 'none.db', '--partial-ok'];
    const [nowhere, mixed] = await Promise.all([
      ibid(place.path, 'index', 'nowhere', ...args),
      ibid(place.path, 'index', 'good', '--watch', ...args),
    ]);
    expect([nowhere.code, mixed.code]).toEqual([2, 2]);
    expect(mixed.stderr).toMatch(/--watch. cannot be used with option .--partial-ok/u);
  });
});

it("writes a static index into no folder that holds the owner's files", async () => {
  const own = { 'app/manifest.json': '{"name":"App"}', 'app/index.json': '{}', 'app/ibid-mine.js': 'mine()' };
  await place.write(own);
  const args = ['index', 'good', '--static', 'app', '--index', 'static.db'];
  const { code, stderr } = await ibid(place.path, ...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining('no part of a static index')]);
  for (const [name, text] of Object.entries(own)) expect(await readFile(join(place.path, name), 'utf8')).toBe(text);
});

it('takes flags of static files only where files are written, and only an address for what readers think of answers', async () => {
  const args = ['index', 'good', '--index', 'feedback.db'];
  const feedback = ['--feedback', 'https://ask.example.org/api/feedback'];
  for (const flags of [feedback, ['--offline'], ['--device-model']]) {
    const { code, stderr } = await ibid(place.path, ...args, ...flags);
    expect([code, stderr]).toEqual([2, expect.stringContaining('`--static`')]);
  }
  for (const address of ['ask.example.org', '//ask.example.org', 'javascript:alert(1)'])
    expect((await ibid(place.path, ...args, '--feedback', address, '--static', 'rated')).code).toBe(2);
});

describe('the address of the pages', () => {
  const WARNING = /^warning .*http:\/\/localhost:3000.*--site-url/gmu;
  const warnings = async (...args: string[]): Promise<number> => {
    const file = `${args.join('-')}.db`.replaceAll('/', '_');
    const { code, stderr } = await ibid(place.path, 'index', ...args, '--index', file);
    expect(code).toBe(0);
    return stderr.match(WARNING)?.length ?? 0;
  };

  it('is asked for in one line where nothing says it', async () => {
    expect(await warnings('good')).toBe(1);
    const { stderr } = await ibid(place.path, 'ask', 'What is this?', 'good', '--index', 'asked.db');
    expect(stderr.match(WARNING)).toHaveLength(1);
  });

  it.each([
    ['by the site', ['site']],
    ['on the command line', ['good', '--site-url', 'https://parrot.example/']],
    ['as the very address that is assumed', ['good', '--site-url', 'http://localhost:3000/']],
    ['in the configuration', ['good', '--config', 'named.json']],
  ])('is not asked for where it is named %s', async (_, args) => {
    expect(await warnings(...args)).toBe(0);
  });
});
