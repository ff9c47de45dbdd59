import type { Payload } from '../payload/payload.ts';
import type { Victim } from './open-victim.ts';
import { unlessLedAway } from './unless-led-away.ts';

/** `act` with `each` payloads at a time and the number of the first. Tells where the page was led meanwhile, also a moment later. */
export async function inBatches(
  victim: Victim,
  texts: readonly Payload[],
  each: number,
  act: (some: readonly Payload[], from: number) => Promise<void>,
): Promise<readonly string[]> {
  const led: (string | undefined)[] = [];
  for (let from = 0; from < texts.length; from += each) {
    led.push(await unlessLedAway(victim, () => act(texts.slice(from, from + each), from)));
  }
  led.push(await unlessLedAway(victim, () => victim.settle()));
  return led.filter((away) => away !== undefined);
}
