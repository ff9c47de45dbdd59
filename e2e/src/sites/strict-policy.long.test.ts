/** With a content security policy without inline styles, some parts of Docusaurus itself are blocked, but nothing of the panel. */
import { createHash } from 'node:crypto';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { panelDriver } from '../testing/panel-driver.ts';
import type { Violation, VisitOptions } from '../testing/visit.ts';
import { builtSite, openSite, type OpenSite } from './testing/built-site.ts';
import { expectToLand, openAndMark, unspaced, whereReaderIs } from './testing/quoted-places.ts';

/** The strictest policy under which a Docusaurus site works: its own scripts, its inline scripts by hash, no inline styles. */
const STRICT: VisitOptions = {
  viewport: { width: 1400, height: 900 },
  policyFor(html) {
    const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/gu)].map((match) => match[1]!);
    const hashes = inline.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`).join(' ');
    return `default-src 'none'; script-src 'self' ${hashes}; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'`;
  },
};

let site: OpenSite;
/** Inline styles of the same site without the plugin. */
let own: ReadonlySet<string>;
beforeAll(async () => {
  site = await openSite({ name: 'plain', blog: true });
  own = await stylesOf((await builtSite({ name: 'without', blog: true, plugin: false })).site);
}, 300_000);
afterAll(() => site[Symbol.asyncDispose]());

async function stylesOf(folder: string): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for await (const file of glob('**/*.html', { cwd: folder })) {
    const html = await readFile(join(folder, file), 'utf8');
    for (const [, quoted, plain] of html.matchAll(/ style=(?:"([^"]*)"|([^\s>"']+))/gu)) found.add((quoted ?? plain)!);
  }
  return found;
}

/** Violations not caused by Docusaurus' own pages. */
function notOwn(stopped: readonly Violation[]): readonly Violation[] {
  return stopped.filter(({ directive, style, isOurs }) => isOurs || directive !== 'style-src-attr' || !own.has(style));
}

test('the policy blocks no part of the panel: opening, asking, code, cards, selections, highlighting', async () => {
  await using strict = await site.visit('docs/camera', STRICT);
  const { page, violations } = strict;
  const panel = await openAndMark(page);
  const answer = await panel.ask('How do I calibrate the dogwood camera in Python?');
  // Coloured by the site.
  await answer.locator('pre .token').first().waitFor();
  const mark = answer.getByRole('link', { name: /^Source 1:/u }).first();
  await mark.hover();
  await panel.dialog.getByRole('tooltip').waitFor();
  await mark.click();
  await expect
    .poll(() => whereReaderIs(page))
    .toMatchObject({ lit: expect.stringContaining(unspaced('camera.show_board(pose)')) as string, isSeen: true });
  await page.locator('article p').first().selectText();
  await page.getByRole('button', { name: 'Ask about this' }).click();
  await panel.ask('What is this about?');
  const there = await panel.dialog.getByRole('switch', { name: 'Only this passage' }).count();
  expect(there).toBe(1);
  await panel.dialog.getByRole('button', { name: 'Remove the passage' }).click();
  const lit = 'The juniper arm reaches 1.2 metres at most.';
  await expectToLand(page, 'How far does the juniper arm reach?', { lit });
  // The policy must be active: Docusaurus itself violates it.
  expect(violations.length).toBeGreaterThan(0);
  expect(notOwn(violations)).toEqual([]);
});

test('control: an inline style in the panel is reported', async () => {
  await using strict = await site.visit('docs/camera', STRICT);
  const { page, violations } = strict;
  await panelDriver(page).open();
  await page.evaluate(() => document.querySelector('#ibid-root button')!.setAttribute('style', 'color: red'));
  await expect.poll(() => notOwn(violations)).toMatchObject([{ directive: 'style-src-attr', isOurs: true }]);
});
