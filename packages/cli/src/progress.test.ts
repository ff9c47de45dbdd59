import { Writable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { inMegabytes, withProgress } from './progress.ts';
import { openTerminal } from './terminal.ts';

const own = Object.getOwnPropertyDescriptor(process, 'stderr')!;
afterEach(() => Object.defineProperty(process, 'stderr', own));

it('shows a bar without a total, and empty, until the total is known', async () => {
  let shown = '';
  const stream = new Writable({ write: (data: Buffer, _, done) => ((shown += data.toString()), done()) });
  Object.defineProperty(process, 'stderr', { value: Object.assign(stream, { isTTY: true }), configurable: true });
  const bar = async (...steps: readonly (readonly [number, number | undefined])[]): Promise<string> => {
    shown = '';
    await withProgress(
      openTerminal({ color: false }, { color: false, links: false }),
      { fetch: 'Fetching' },
      async (show) => {
        for (const [done, total] of steps) show(inMegabytes(done, total));
      },
    );
    return stripVTControlCharacters(shown).trim();
  };
  expect(await bar([800_000, undefined])).toMatch(/Fetching ─{20} 0\.8$/u);
  expect(await bar([800_000, undefined], [5_000_000, 20_000_000])).toMatch(/Fetching ━{5}─{15} 5\/20$/u);
});
