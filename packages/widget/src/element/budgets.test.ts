import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BUNDLE } from './testing/element-site.ts';
import { gzipSize } from './testing/gzip-size.ts';

/** Kibibytes as they come over the wire. */
const KB = 1024;
const ALWAYS = 5 * KB;
const PANEL = 96 * KB;

interface Manifest {
  readonly entry: string;
  readonly panel: string;
  readonly lazy: readonly string[];
}

async function manifest(): Promise<Manifest> {
  return JSON.parse(await readFile(join(BUNDLE, 'manifest.json'), 'utf8')) as Manifest;
}

test('any site loads at most 5 KB before somebody wants to ask', async () => {
  const { entry } = await manifest();
  expect(await gzipSize([join(BUNDLE, entry)])).toBeLessThanOrEqual(ALWAYS);
});

test('the panel with all it needs, React included, is at most 96 KB, and what else it may load at most 8 KB a piece', async () => {
  const { panel, lazy } = await manifest();
  expect(await gzipSize([join(BUNDLE, panel)])).toBeLessThanOrEqual(PANEL);
  for (const file of lazy.filter((name) => name !== panel))
    expect(await gzipSize([join(BUNDLE, file)])).toBeLessThanOrEqual(4 * KB);
});

test('control: what is larger than its budget is seen, however well it compresses on the disk', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ibid-budget-'));
  try {
    const { entry } = await manifest();
    const grown = join(folder, entry);
    const noise = Array.from({ length: 400 }, (_, at) => `export const n${at} = ${(at * 2654435761) % 4294967296};`);
    await writeFile(grown, `${await readFile(join(BUNDLE, entry), 'utf8')}\n${noise.join('\n')}`);
    expect(await gzipSize([grown])).toBeGreaterThan(ALWAYS);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('nothing in the bundle tells where it was built, and no file is named that is not there', async () => {
  const { entry, lazy } = await manifest();
  for (const file of [entry, ...lazy]) {
    const text = await readFile(join(BUNDLE, file), 'utf8');
    expect(text).not.toMatch(/node_modules|file:\/\/|\/src\/|sourceMappingURL/u);
    for (const [, name] of text.matchAll(/["'`]\.\/(ibid-[\w-]+\.js)["'`]/gu)) expect(lazy).toContain(name);
  }
});
