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
  // What led away may still be on its way, and interrupts.
  for (let tries = 0; tries < 5; tries += 1) await page.goto(home).catch(() => undefined);
  await page.goto(home);
  return `away, ${away}`;
}
