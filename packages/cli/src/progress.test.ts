import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { inMegabytes, withProgress } from './progress.ts';
import { openTerminal } from './terminal.ts';

const own = Object.getOwnPropertyDescriptor(process, 'stderr')!;
afterEach(() => Object.defineProperty(process, 'stderr', own));

/** What a terminal is sent while `work` runs. */
async function shownBy(work: Parameters<typeof withProgress<'fetch', void>>[2]): Promise<string> {
  let shown = '';
  const stream = new Writable({ write: (data: Buffer, _, done) => ((shown += data.toString()), done()) });
  Object.defineProperty(process, 'stderr', { value: Object.assign(stream, { isTTY: true }), configurable: true });
  await withProgress(openTerminal({ color: false }, { color: false, links: false }), { fetch: 'Fetching' }, work);
  return shown;
}

it('shows a bar without a total, and empty, until the total is known', async () => {
  const before = await shownBy(async (show) => show(inMegabytes(800_000, undefined)));
  expect(stripVTControlCharacters(before).trim()).toMatch(/Fetching ─{20} 0\.8$/u);
  const after = await shownBy(async (show) => {
    show(inMegabytes(800_000, undefined));
    show(inMegabytes(5_000_000, 20_000_000));
  });
  expect(stripVTControlCharacters(after).trim()).toMatch(/Fetching ━{5}─{15} 5\/20$/u);
});

it('shows a note above the bar, on a line of its own', async () => {
  const shown = await shownBy(async (show, note) => {
    show(inMegabytes(800_000, undefined));
    note('  trying again');
  });
  const rows = shown.split('\n').map((row) => row.split('\u001B[K').at(-1)?.trimEnd());
  expect(rows).toEqual(['  trying again', expect.stringMatching(/^ {2}Fetching ─{20} 0\.8$/u), '']);
});
