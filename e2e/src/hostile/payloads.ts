import { BREAKOUTS, MARKUP, OBJECTS } from './payload/markup.ts';
import type { Payload } from './payload/payload.ts';
import { ADDRESSES, CHARACTERS, MARKDOWN, STYLES } from './payload/text.ts';

/** All of them, each once, kinds mixed, so that any part of the list holds of every kind. The order never changes. */
export function payloads(): readonly Payload[] {
  const all = [...ADDRESSES, ...MARKUP, ...BREAKOUTS, ...MARKDOWN, ...STYLES, ...CHARACTERS, ...OBJECTS];
  const once = [...new Map(all.map((payload) => [payload.template, payload])).values()];
  // Steps of the golden section come everywhere soonest, and to each once when they share no factor with the length.
  let step = Math.round(once.length * 0.618);
  while (commonFactor(step, once.length) > 1) step += 1;
  return once.map((_, at) => once[(at * step) % once.length]!);
}

function commonFactor(one: number, other: number): number {
  return other === 0 ? one : commonFactor(other, one % other);
}
