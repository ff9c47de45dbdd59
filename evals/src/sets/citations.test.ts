import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SetResult } from '../eval-set.ts';
import { runSets } from '../run-sets.ts';
import { citations } from './citations.ts';

const BREAD = 'The bakery sells rye bread with caraway seeds on Fridays.';
const BOATS = 'The harbour opens its gates for boats at seven in the morning.';
const BEES = 'The orchard keeps forty beehives between the old apple trees.';

function built(...sections: readonly string[]): string {
  return `<!doctype html><html><head><title>Town</title></head><body><main><h1>Town</h1>${sections.join('')}</main></body></html>`;
}

let folder = '';
let result: SetResult;

async function pack(archive: string, files: Readonly<Record<string, string>>): Promise<void> {
  const root = join(folder, 'unpacked', archive);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const file = join(folder, 'data', archive);
  await mkdir(dirname(file), { recursive: true });
  await promisify(execFile)('tar', ['czf', file, '-C', root, '.']);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ibid-citations-'));
  const bakery = `<h2 id="bakery-bread">Bakery bread</h2><p>${BREAD}</p>`;
  const page = { 'town.html': built(bakery) };
  await pack('docs-rust-book/html.tar.gz', page);
  await pack('html-docusaurus-search-local-i18n/html.tar.gz', page);
  await pack('html-docusaurus-ai_native_textbook/src-md.tar.gz', {
    'town.md': `# Town\n\n## Bakery bread\n\n${BREAD}\n\n## Harbour boats\n\n${BOATS}\n`,
    'farm.md': `# Farm\n\n## Orchard beehives\n\n${BEES}\n`,
  });
  await pack('html-docusaurus-ai_native_textbook/html.tar.gz', page);
  const options = { data: join(folder, 'data'), baselines: folder, sample: undefined, progress: () => {} };
  result = (await runSets([citations], options))[0]!.result;
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('a link whose page or anchor the build does not have is dead, and none is left out', () => {
  const dead = result.misses![0]!.ids;
  expect(dead.some((link) => link.endsWith('/town#harbour-boats'))).toBe(true);
  expect(dead.some((link) => link.endsWith('/farm#orchard-beehives'))).toBe(true);
  expect(dead.some((link) => link.endsWith('#bakery-bread'))).toBe(false);
  const { metrics, facts } = result;
  const checked =
    facts['textbook links checked']! + facts['rust book links checked']! + facts['i18n site links checked']!;
  expect(facts['citations']).toBe(checked);
  expect(metrics['links alive']).toBeCloseTo(1 - dead.length / checked);
});

test('links that lead to their element are alive', () => {
  expect(result.facts['rust book links checked']).toBeGreaterThan(0);
  expect(result.metrics).toMatchObject({ 'links alive rust book': 1, 'links alive i18n site': 1, 'answers proved': 1 });
});
