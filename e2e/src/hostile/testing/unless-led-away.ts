import type { Page } from 'playwright-core';
import type { Victim } from './open-victim.ts';

/** Where the page was led by a load while `act` was busy with it; the victim is then brought back. `undefined` when it has stayed. */
export async function unlessLedAway(
  { page, home, loads }: Victim,
  act: () => Promise<void>,
): Promise<string | undefined> {
  const before = loads();
  let failure: unknown;
  try {
    await act();
  } catch (error) {
    failure = error;
    // The error of a page that goes comes before the page has gone.
    if (/destroyed|navigation|detached/u.test(String(error))) await page.waitForTimeout(500);
  }
  if (loads() === before) {
    if (failure !== undefined) throw failure;
    return undefined;
  }
  const away = page.url();
  await bringBack(page, home);
  return `away, ${away}`;
}

/** By a page of the same origin without scripts: the conversation that is kept there would lead away again from home. */
async function bringBack(page: Page, home: string): Promise<void> {
  const bare = new URL('/widget/manifest.json', home).href;
  // What led away may still be on its way, and interrupts.
  for (let tries = 0; ; tries += 1) {
    try {
      await page.goto(bare);
      await page.evaluate(() => {
        sessionStorage.clear();
        localStorage.clear();
      });
      await page.goto(home);
      return;
    } catch (error) {
      if (tries === 9) throw error;
      await page.waitForTimeout(100);
    }
  }
}
