import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPrism } from './find-prism.ts';

let siteDir = '';
beforeEach(async () => {
  siteDir = await realpath(await mkdtemp(join(tmpdir(), 'ibid-prism-')));
});
afterEach(() => rm(siteDir, { recursive: true, force: true }));

async function install(...path: readonly string[]): Promise<string> {
  const folder = join(siteDir, ...path.flatMap((name) => ['node_modules', name]));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{}');
  return folder;
}

test("the theme's own copy is taken, wherever the package manager puts it", async () => {
  await install('prism-react-renderer');
  const theme = '@docusaurus/theme-classic';
  await install('@docusaurus/preset-classic');
  await install('@docusaurus/preset-classic', theme);
  const own = await install('@docusaurus/preset-classic', theme, 'prism-react-renderer');
  expect(findPrism(siteDir)).toBe(own);
});

test('a site without the classic theme has the one beside it, or none', async () => {
  expect(findPrism(siteDir)).toBeUndefined();
  const beside = await install('prism-react-renderer');
  expect(findPrism(siteDir)).toBe(beside);
});
