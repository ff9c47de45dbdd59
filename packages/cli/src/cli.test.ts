import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sketchFeedback } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStateDrivers } from './state-drivers.ts';
import { ibid, openWorkplace, post, runIbid, startIbid, type Finished, type Workplace } from './testing/run-ibid.ts';

const DOCS = {
  'docs/install.md':
    '# Install\n\nParrot needs Node 24 or newer.\n\n## From source\n\n1. Clone the repository.\n2. Run the build script.\n',
  'docs/settings.md': '# Settings\n\nThe server listens on port 4000 unless `PARROT_PORT` names another one.\n',
  'docs/licence.md': '# Licence\n\nParrot is free software under the MIT licence.\n',
};
const INDEX = ['--index', 'docs.db'];

// Each case starts real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let place: Workplace;
let indexed: Finished;

beforeAll(async () => {
  place = await openWorkplace();
  await place.write(DOCS);
  indexed = await ibid(place.path, 'index', 'docs', '--site-url', 'https://parrot.example/', ...INDEX);
});
afterAll(() => place[Symbol.asyncDispose]());

describe.concurrent('ibid index', () => {
  it('says what it did, on standard error', () => {
    expect(indexed).toMatchObject({ code: 0, stdout: '' });
    expect(indexed.stderr).toMatch(/Indexed 3 pages, \d+ passages into docs\.db/u);
  });

  it('finds that nothing has changed, and says what it did as JSON', async () => {
    const flags = ['--site-url', 'https://parrot.example/', '--json', ...INDEX];
    const { code, stdout } = await ibid(place.path, 'index', 'docs', ...flags);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      index: 'docs.db',
      unchanged: true,
      pages: { found: 3, unchanged: 3, added: 0 },
    });
  });

  it('lists what a dry run would do and leaves nothing behind', async () => {
    await using fresh = await openWorkplace();
    await fresh.write(DOCS);
    const { code, stdout } = await ibid(fresh.path, 'index', 'docs', '--dry-run');
    expect(code).toBe(0);
    expect(stdout.split('\n').filter((line) => line.startsWith('+ '))).toHaveLength(3);
    expect(await readdir(fresh.path)).toEqual(['docs']);
    const env = { TMPDIR: join(fresh.path, 'nowhere') };
    const failed = await startIbid(fresh.path, ['index', 'docs', '--dry-run'], { env }).finished;
    expect([failed.code, failed.stderr]).toEqual([2, expect.stringContaining('`TMPDIR`')]);
  });

  it('refuses wrong use and says what is right', async () => {
    const [nowhere, misspelt] = await Promise.all([
      ibid(place.path, 'index', 'nowhere'),
      ibid(place.path, 'index', 'docs', '--frsh'),
    ]);
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('neither a folder nor a web address') });
    expect(misspelt).toMatchObject({ code: 2, stderr: expect.stringContaining('Did you mean --fresh?') });
  });

  it('stops at Ctrl-C, keeps what it has, and goes on when run again', async () => {
    await using large = await openWorkplace();
    const body = Array.from({ length: 40 }, (_, line) => `Sentence ${line} tells of feathers and beaks.`).join('\n\n');
    await large.write(
      Object.fromEntries(Array.from({ length: 150 }, (_, page) => [`docs/p${page}.md`, `# Page ${page}\n\n${body}`])),
    );
    const run = startIbid(large.path, ['index', 'docs']);
    await run.seen(/Reading pages/u);
    run.child.kill('SIGINT');
    const stopped = await run.finished;
    expect(stopped.stderr).toMatch(/run the same command again/u);
    expect(stopped.code).toBe(130);
    const again = await ibid(large.path, 'index', 'docs', '--json');
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout)).toMatchObject({ status: 'complete', pages: { found: 150, failed: 0 } });
  });
});

describe.concurrent('ibid ask', () => {
  it('is not stopped by a `PORT` that only `ibid serve` reads', async () => {
    const env = { PORT: 'tcp://10.0.0.1:80' };
    expect((await runIbid(place.path, ['ask', 'Which port?', ...INDEX], env)).code).toBe(0);
    const refused = await runIbid(place.path, ['serve', ...INDEX], env);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('`PORT` is `tcp://10.0.0.1:80`')]);
  });

  it('prints the native reply', async () => {
    const question = 'Which port does the server listen on?';
    const { code, stdout, stderr } = await ibid(place.path, 'ask', question, '--json', ...INDEX);
    expect([code, stderr]).toEqual([0, '']);
    const reply = JSON.parse(stdout) as { answer: string; citations: { url: string; quote: string }[] };
    expect(reply).toMatchObject({ outcome: 'answered', answer: expect.stringContaining('port 4000') });
    expect(reply.citations[0]).toMatchObject({ url: 'https://parrot.example/settings', title: 'Settings', index: 1 });
    expect(reply.answer.replaceAll('`', '')).toContain(reply.citations[0]!.quote);
  });

  it('prints text with footnotes, without colours in a pipe', async () => {
    const { code, stdout } = await ibid(place.path, 'ask', 'Under which licence is Parrot?', ...INDEX);
    expect(code).toBe(0);
    expect(stdout).toBe(
      'Licence [1]\n\nParrot is free software under the MIT licence.\n\n[1] Licence\n    https://parrot.example/licence\n',
    );
    // eslint-disable-next-line no-control-regex -- looks for escape sequences
    expect(stdout).not.toMatch(/\u001B/u);
  });

  it('ends quietly when nobody reads on, as with `head`', async () => {
    const { child, finished } = startIbid(place.path, ['index', '--help']);
    child.stdout!.destroy();
    expect(await finished).toMatchObject({ code: 0, stderr: '' });
  });

  it('shows warnings, but not that a part of Node is experimental', async () => {
    const warn = `process.once('beforeExit', () => { process.emitWarning('glob', 'ExperimentalWarning'); process.emitWarning('other'); })`;
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(warn)}` };
    const { stderr } = await startIbid(place.path, ['--version'], { env }).finished;
    expect(stderr).toMatch(/Warning: other/u);
    expect(stderr).not.toContain('glob');
  });

  it('names no field of the API where the question is blank', async () => {
    expect(await ibid(place.path, 'ask', ' ', ...INDEX)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('The question cannot be asked: it is required and must not be blank.'),
    });
  });

  it('ends with 3 when the pages do not say (R11)', async () => {
    const { code, stdout } = await ibid(place.path, 'ask', 'Who won the world cup in 1998?', ...INDEX);
    expect([code, stdout.includes('[1]')]).toEqual([3, false]);
  });

  it('shows why with --explain, apart from the answer', async () => {
    const { stdout, stderr } = await ibid(place.path, 'ask', 'Which port?', '--json', '--explain', ...INDEX);
    expect(JSON.parse(stdout)).toMatchObject({ outcome: 'answered' });
    expect(stderr).toMatch(/# +score +words +meaning +page words +page meaning +section +cosine/u);
  });

  it('indexes the docs of the folder first when there is no index yet', async () => {
    await using fresh = await openWorkplace();
    await fresh.write(DOCS);
    const first = await ibid(fresh.path, 'ask', 'Which port does the server listen on?');
    expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('port 4000') });
    expect(first.stderr).toMatch(/No index yet; indexing `docs` first/u);
    const second = await ibid(fresh.path, 'ask', 'Which port does the server listen on?');
    expect(second).toMatchObject({ code: 0, stdout: first.stdout, stderr: '' });
  });

  it('does not index over the index of another source', async () => {
    await place.write({ 'other/page.md': '# Other\n\nText.' });
    const { code, stderr } = await ibid(place.path, 'ask', 'Which port?', 'other', ...INDEX);
    expect(stderr).toMatch(/is the index of `markdown:docs@\w+`, not of `markdown:other@\w+`/u);
    expect(code).toBe(2);
  });

  it('does not make an index by asking', async () => {
    const { code, stderr } = await ibid(place.path, 'ask', 'x', '--index', 'missing.db');
    expect([code, existsSync(join(place.path, 'missing.db'))]).toEqual([1, false]);
    expect(stderr).toMatch(/no index at `missing\.db`[^]* fix ibid index/u);
  });
});

describe.concurrent('ibid search', () => {
  it('ranks passages, forgives slips, stays within its scope, and ends with 3 when nothing is there', async () => {
    const scoped = await ibid(place.path, 'search', 'Parrot', '--page', '/licence', '--json', ...INDEX);
    const { hits } = JSON.parse(scoped.stdout) as { hits: { url: string }[] };
    expect(hits.map(({ url }) => url)).toEqual(['https://parrot.example/licence']);
    const ranked = await ibid(place.path, 'search', 'build from source', '--json', ...INDEX);
    expect((JSON.parse(ranked.stdout) as { hits: unknown[] }).hits[0]).toMatchObject({
      section: 'From source',
      url: 'https://parrot.example/install',
    });
    expect((await ibid(place.path, 'search', 'Parrot', '--page', '/nowhere', ...INDEX)).code).toBe(3);
    const shown = await ibid(place.path, 'search', 'build from source', '--limit', '1', ...INDEX);
    expect(shown.stdout).toMatch(/^1\. Install › From source\n {3}\S/u);
    expect(shown.stdout).not.toContain('```');
    const misspelt = await ibid(place.path, 'search', 'licenec', '--limit', '1', ...INDEX);
    expect(misspelt.stdout).toMatch(/^1\. Licence\n/u);
    expect(misspelt.stderr).toContain('note: searched "licence" instead of "licenec"');
  });
});

function builtPage(words: string): string {
  return `<!doctype html><html lang="en"><head><title>${words}</title></head><body><main><h1>${words}</h1><p>${words} needs Node 24 or newer.</p></main></body></html>`;
}

describe.concurrent('ibid serve --site', () => {
  it('indexes a built site that was not indexed yet, and shows it beside the API; verdicts can be read meanwhile', async () => {
    await using fresh = await openWorkplace();
    await fresh.write({ 'build/index.html': builtPage('Parrot'), 'build/guide/index.html': builtPage('Macaw') });
    await fresh.write({ 'build/llms.txt': '# Parrots \\& C\\+\\+\n\n> Pages.\n' });
    await fresh.write({ 'ibid.config.ts': 'export default { server: { feedbackQuestions: true } };' });
    const run = startIbid(fresh.path, ['serve', '--site', 'build', '--port', '0']);
    const said = await run.seen(/Ctrl-C stops it/u);
    const url = /http:\S+/u.exec(said)![0];
    expect(said).toContain(`site    ${url}/  from build\n`);
    expect(said).toContain(`ask     ${url}/ask\n`);
    expect(await (await fetch(`${url}/guide`)).text()).toContain('<h1>Macaw</h1>');
    expect(await (await fetch(`${url}/ready`)).json()).toMatchObject({ title: 'Parrots & C++' });
    const answer = (await (await post(`${url}/api/ask`, { query: 'What does Macaw need?' })).json()) as {
      request_id: string;
      citations: { url: string }[];
    };
    // No published address is configured, so the page is on this server.
    expect(answer.citations[0]!.url).toBe(`${url}/guide`);
    const { request_id } = answer;
    const verdict = { verdict: 'down', reasons: ['outdated'], note: 'It needs 25.', question: 'Why?' };
    const kept = await post(`${url}/api/feedback`, { request_id, ...verdict, page: `${url}/guide` });
    expect(await kept.json()).toEqual({ request_id, status: 'kept', known: true });
    const [text, json] = await Promise.all([
      ibid(fresh.path, 'feedback', '--since', '1d'),
      ibid(fresh.path, 'feedback', '--json'),
    ]);
    expect([text.code, text.stdout]).toEqual([0, expect.stringMatching(/^1 answers judged since .*: 0 up, 1 down\n/u)]);
    expect(text.stdout).toContain('\n  Why?\n  It needs 25.\n');
    expect(JSON.parse(json.stdout)).toMatchObject({
      up: 0,
      down: 1,
      reasons: [{ reason: 'outdated', count: 1 }],
      latest: [{ requestId: request_id, page: '/guide', generation: 1 }],
    });
    run.child.kill('SIGINT');
    expect((await run.finished).code).toBe(0);
  });
});

describe.concurrent('ibid feedback', () => {
  it('says that there is none, and makes no file for it', async () => {
    await using fresh = await openWorkplace();
    const { code, stdout, stderr } = await ibid(fresh.path, 'feedback');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toContain('Nobody has judged an answer yet');
    expect(await readdir(fresh.path)).toEqual([]);
    expect((await ibid(fresh.path, 'feedback', '--since', 'yesterday')).code).toBe(2);
  });

  it('shows the latest, and gives all of them as JSON', async () => {
    await using fresh = await openWorkplace();
    await fresh.write({ '.ibid/note': '' });
    {
      await using state = await openStateDrivers({
        index: { file: join(fresh.path, '.ibid/index.db') },
        server: {},
        stateUrl: undefined,
      });
      for (let i = 1; i <= 21; i += 1) await state.feedback.put(sketchFeedback(i), 100);
    }
    const [text, json] = await Promise.all([ibid(fresh.path, 'feedback'), ibid(fresh.path, 'feedback', '--json')]);
    expect(text.stderr).toContain('1 more; --limit shows them');
    expect(JSON.parse(json.stdout).latest).toHaveLength(21);
  });
});

describe.concurrent('ibid verify and doctor', () => {
  it('does not take another file for an index', async () => {
    await writeFile(join(place.path, 'broken.db'), 'no index at all'.repeat(1000));
    const { code, stderr } = await ibid(place.path, 'verify', '--index', 'broken.db');
    expect(stderr).toMatch(/error/u);
    expect(code).toBe(1);
  });

  it('says that a file of another format is to be deleted first, because --fresh alone does not replace it', async () => {
    const older = new DatabaseSync(join(place.path, 'older.db'));
    older.exec('PRAGMA application_id = 1229080900; PRAGMA user_version = 1; CREATE TABLE page (id INTEGER)');
    older.close();
    const { code, stderr } = await ibid(place.path, 'verify', '--index', 'older.db');
    expect(stderr).toMatch(/delete it and index again\n.*--fresh \(first delete a file of another format\)/u);
    expect(code).toBe(1);
  });

  it('opens every part once', async () => {
    const { code, stdout } = await ibid(place.path, 'doctor', ...INDEX);
    expect(stdout).toMatch(/✔ Node .*\n✔ SQLite .*\n✔ configuration .*\n✔ index .*3 pages/u);
    expect(code).toBe(0);
  });
});

describe.concurrent('ibid eval', () => {
  it("measures an index with its owner's questions", async () => {
    await place.write({
      'questions.jsonl': [
        { question: 'Which port does the server listen on?', url: '/settings', answer: ['4000', '5000'] },
        { question: 'How do I build from source?', url: ['https://parrot.example/install/'] },
        { question: 'Who won the world cup in 1998?', answer: 'France' },
      ]
        .map((line) => JSON.stringify(line))
        .join('\n'),
    });
    const { code, stdout } = await ibid(place.path, 'eval', 'questions.jsonl', '--json', ...INDEX);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      questions: 3,
      'hit@1': 1,
      'hit@5': 1,
      'mrr@10': 1,
      'ndcg@10': 1,
      right: 0.5,
    });
  });
});

describe.concurrent('ibid configuration', () => {
  it('reads a typed file, and lets the command line win', async () => {
    await using own = await openWorkplace();
    await own.write({
      ...DOCS,
      'ibid.config.ts': "export default { source: 'docs', index: 'from-config.db' as string };\n",
    });
    expect((await ibid(own.path, 'index')).code).toBe(0);
    expect(existsSync(join(own.path, 'from-config.db'))).toBe(true);
    expect((await ibid(own.path, 'ask', 'x', '--index', 'other.db')).stderr).toMatch(/no index at `other\.db`/u);
    const unset = await ibid(own.path, 'ask', 'x', '--config', '');
    expect(unset).toMatchObject({ code: 2, stderr: expect.stringContaining('no configuration file ``') });
  });
});

describe.concurrent('ibid by itself', () => {
  const old = oldNode();
  it.skipIf(old === undefined)('finds the Node it needs when an older one starts it', async () => {
    const run = startIbid(place.path, ['ask', 'Which port?', '--json', ...INDEX], { node: old! });
    expect(await run.finished).toMatchObject({ code: 0, stdout: expect.stringContaining('4000') });
  });
});

/** Path of a Node before 24.15 on this machine, if there is one. */
function oldNode(): string | undefined {
  for (const file of ['/usr/bin/node', '/usr/local/bin/node']) {
    if (!existsSync(file)) continue;
    const [major = 0, minor = 0] = execFileSync(file, ['--version']).toString().slice(1).split('.').map(Number);
    if (major >= 20 && (major < 24 || (major === 24 && minor < 15))) return file;
  }
  return undefined;
}
