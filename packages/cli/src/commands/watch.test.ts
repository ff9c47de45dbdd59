import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ibid, openWorkplace, startIbid, type Started, type Workplace } from '../testing/run-ibid.ts';

// Each case starts real processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const INDEX = ['--index', 'docs.db'];

async function docs(pages: number): Promise<Workplace> {
  const place = await openWorkplace();
  await place.write(
    Object.fromEntries(Array.from({ length: pages }, (_, i) => [`docs/p${i}.md`, page(i, 'feathers')])),
  );
  return place;
}

function page(number: number, word: string): string {
  return `# Page ${number}\n\nParrot number ${number} tells of ${word} and beaks.\n`;
}

/** Resolves to the first `count` lines of standard output as JSON, once they are written. */
async function jsonLines(run: Started, count: number): Promise<Record<string, unknown>[]> {
  const output = await run.seen(new RegExp(`(?:^\\{.*\\}$[^]*?){${count}}`, 'mu'));
  return output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

async function interrupt(run: Started): Promise<number | null> {
  run.child.kill('SIGINT');
  return (await run.finished).code;
}

describe.concurrent('ibid index --watch', () => {
  it('indexes again what has changed, says so in a line each time, and ends with 0 at Ctrl-C', async () => {
    await using place = await docs(8);
    const run = startIbid(place.path, ['index', 'docs', '--watch', ...INDEX]);
    await run.seen(/Indexed 8 pages[^]*Watching docs\. Ctrl-C stops it\.\n/u);
    await place.write({ 'docs/p0.md': page(0, 'claws'), 'docs/p1.md': page(1, 'claws') });
    await run.seen(/^2 pages changed · \d+ ms$/mu);
    await place.write({ 'docs/new/folder/p.md': page(99, 'wings') });
    await rm(join(place.path, 'docs/p7.md'));
    await run.seen(/^1 page added, 1 removed · \d+ ms$/mu);
    const found = await ibid(place.path, 'search', 'wings', '--json', ...INDEX);
    expect(JSON.parse(found.stdout)).toMatchObject({ hits: [{ url: 'http://localhost:3000/new/folder/p' }] });
    expect(await interrupt(run)).toBe(0);
    expect((await run.finished).stdout).toBe('');
  });

  it('indexes a page again when a file outside the folder that it includes has changed', async () => {
    await using place = await docs(2);
    await place.write({
      'mkdocs.yml': 'site_name: Parrots\n',
      'docs/p0.md': '# Parrots\n\n--8<-- "parts/parrot.md"\n',
      'parts/parrot.md': 'Parrots know of feathers.\n',
    });
    const run = startIbid(place.path, ['index', 'docs', '--watch', ...INDEX]);
    await run.seen(/Watching docs/u);
    await place.write({ 'parts/parrot.md': 'Parrots know of quicksilver.\n' });
    await run.seen(/^1 page changed · \d+ ms$/mu);
    const found = await ibid(place.path, 'search', 'quicksilver', '--json', ...INDEX);
    expect(JSON.parse(found.stdout)).toMatchObject({ hits: [{ text: 'Parrots know of quicksilver.' }] });
    expect(await interrupt(run)).toBe(0);
  });

  it('sees what changes while it indexes', async () => {
    await using place = await docs(120);
    const run = startIbid(place.path, ['index', 'docs', '--watch', ...INDEX]);
    await run.seen(/Reading pages/u);
    await place.write({ 'docs/p0.md': page(0, 'quicksilver'), 'docs/p119.md': page(119, 'quicksilver') });
    await run.seen(/Watching docs[^]*\n.* · \d+ ms\n/u);
    const found = await ibid(place.path, 'search', 'quicksilver', '--json', ...INDEX);
    const { hits } = JSON.parse(found.stdout) as { hits: { text: string }[] };
    expect(hits.filter(({ text }) => text.includes('quicksilver'))).toHaveLength(2);
    expect(await interrupt(run)).toBe(0);
  });

  it('tells what fails and goes on, with one JSON object a run with --json', async () => {
    await using place = await docs(6);
    const run = startIbid(place.path, ['index', 'docs', '--watch', '--json', ...INDEX]);
    await run.seen(/Watching/u);
    for (const name of ['p1', 'p2', 'p3', 'p4']) await rm(join(place.path, `docs/${name}.md`));
    await run.seen(/error The new index would have 2 pages instead of 6/u);
    for (const number of [1, 2, 3, 4]) await place.write({ [`docs/p${number}.md`]: page(number, 'claws') });
    const lines = await jsonLines(run, 3);
    expect(lines).toMatchObject([
      { pages: { added: 6 } },
      { error: 'failed', code: 'BUILD_HELD', details: { pages: 2, shown: 6 } },
      { index: 'docs.db', status: 'complete', pages: { changed: 4, removed: 0 } },
    ]);
    expect(await interrupt(run)).toBe(0);
    expect((await run.finished).stdout.trimEnd().split('\n')).toHaveLength(3);
  });

  it('ends with 1 when the folder has gone', async () => {
    await using place = await docs(2);
    const run = startIbid(place.path, ['index', 'docs', '--watch', ...INDEX]);
    await run.seen(/Watching/u);
    await rm(join(place.path, 'docs'), { recursive: true });
    const { code, stderr } = await run.finished;
    expect([code, stderr]).toEqual([1, expect.stringContaining('error The folder `docs` is gone')]);
  });

  it('refuses what cannot be watched', async () => {
    await using place = await docs(1);
    const [site, dry] = await Promise.all([
      ibid(place.path, 'index', 'https://docs.example.org', '--watch'),
      ibid(place.path, 'index', 'docs', '--watch', '--dry-run'),
    ]);
    expect(site).toMatchObject({ code: 2, stderr: expect.stringMatching(/needs a folder, and .* is a web address/u) });
    expect(dry).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be used with option') });
  });
});
