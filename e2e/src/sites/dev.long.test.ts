/** `docusaurus start`: questions are answered from pages while they are being written. */
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildPackages } from '../../../scripts/build/build-packages.ts';
import { launchChromium } from '../../../scripts/chromium.ts';
import { visit } from '../testing/visit.ts';
import { devSite, type DevSite } from './testing/dev-site.ts';
import { expectToLand, openAndMark } from './testing/quoted-places.ts';

const REACH = 'How far does the juniper arm reach?';

let site: DevSite;
let browser: Browser;
beforeAll(async () => {
  await buildPackages();
  const shape = { name: `dev-${process.pid}`, baseUrl: '/base/', versions: true };
  [site, browser] = await Promise.all([devSite(shape), launchChromium()]);
}, 180_000);
afterAll(async () => {
  await browser?.close();
  await site?.[Symbol.asyncDispose]();
});

function post(root: string, path: string, body: object): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`${root}__ibid${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

async function answerTo(query: string): Promise<string> {
  const response = await post(site.root, '/api/ask', { query, version: 'current' });
  return ((await response.json()) as { readonly answer: string }).answer;
}

async function edit(file: string, from: string, to: string): Promise<void> {
  const path = join(site.folder, file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

describe('while an author edits a site', () => {
  test('the panel answers, and footnotes open their words', async () => {
    await using visited = await visit(browser, `${site.root}docs/intro`, { viewport: { width: 1400, height: 900 } });
    await openAndMark(visited.page);
    await expectToLand(visited.page, 'How much does the birch wheel of magnesium carry?', {
      words: 'The birch wheel of magnesium carries',
      path: '/base/docs/parts',
      anchor: 'wheels',
      lit: 'The birch wheel of magnesium carries at most 90 kilograms.',
    });
    expect(visited.foreign()).toEqual([]);
    const ready = await fetch(`${site.root}__ibid/ready`);
    expect(await ready.json()).toMatchObject({ title: 'Rover handbook' });
  });

  test('the next question is answered from an edit, and a later one from a new page', async () => {
    expect(await answerTo(REACH)).toContain('1.2 metres');
    await edit('docs/parts.mdx', '1.2 metres', '1.7 metres');
    expect(await answerTo(REACH)).toContain('1.7 metres');
    await edit('docs/motors.md', '| Spruce motor', '| Rowan motor | 77 Nm | pulls the cart |\n| Spruce motor');
    expect(await answerTo('What is the torque of the rowan motor?')).toContain('77 Nm');
    await writeFile(join(site.folder, 'docs/horn.md'), '# Horn\n\nThe aspen horn is heard over 500 metres.\n');
    const heard = (): Promise<string> => answerTo('Over how many metres is the aspen horn heard?');
    await expect.poll(heard, { timeout: 20_000 }).toContain('500 metres');
  });

  test('an open page reloads its content below the panel, which keeps its state and highlights the new words', async () => {
    await using visited = await visit(browser, `${site.root}docs/camera`, { viewport: { width: 1400, height: 900 } });
    const { page } = visited;
    const panel = await openAndMark(page);
    await panel.ask(REACH);
    await edit('docs/camera.md', 'The camera looks ahead.', 'The camera of poplar wood looks sideways.');
    await page.getByText('The camera of poplar wood looks sideways.').first().waitFor({ timeout: 20_000 });
    expect(await page.locator('#ibid-root').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Ask', exact: true }).count()).toBe(1);
    expect(await panel.dialog.textContent()).toContain(REACH);
    const lit = 'The camera of poplar wood looks sideways.';
    await expectToLand(page, 'Where does the camera of poplar wood look?', { lit });
  });

  test('a page with a syntax error stops nothing, and is answered from again once it is fixed', async () => {
    await appendFile(join(site.folder, 'docs/motors.md'), '\n<div\n');
    expect(await answerTo(REACH)).toContain('1.7 metres');
    await expect.poll(site.said, { timeout: 20_000 }).toContain('MDX compilation failed');
    await edit('docs/motors.md', '\n<div\n', '\nThe rubber motor hums at 60 hertz.\n');
    await expect
      .poll(() => answerTo('At how many hertz does the rubber motor hum?'), { timeout: 20_000 })
      .toContain('60');
    expect((await fetch(`${site.root}docs/motors`)).status).toBe(200);
  });

  test('a stream passes the proxy piece by piece, uncompressed', async () => {
    const response = await post(site.root, '/api/ask/stream', { query: REACH });
    expect(response.headers.get('content-encoding')).toBeNull();
    const text = await response.text();
    expect(text).toContain('event: statement-verified');
    expect(text.match(/^event: run-end$/gmu)).toHaveLength(1);
  });

  test('Ctrl-C ends all processes', async () => {
    expect((await site.left()).length).toBeGreaterThan(0);
    await site.interrupt();
    await expect.poll(() => site.left()).toEqual([]);
    await expect(fetch(site.root)).rejects.toThrow('fetch failed');
  });
});
