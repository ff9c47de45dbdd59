import { ADDRESSES } from './payload/addresses.ts';
import { BREAKOUTS } from './payload/breakouts.ts';
import { CHARACTERS } from './payload/characters.ts';
import { MARKDOWN } from './payload/markdown.ts';
import { MARKUP } from './payload/markup.ts';
import { OBJECTS } from './payload/objects.ts';
import type { Payload } from './payload/payload.ts';
import { STYLES } from './payload/styles.ts';

/** All of them, each once, kinds mixed, so that any part of the list holds of every kind. The order never changes. */
export function payloads(): readonly Payload[] {
  const all = [...ADDRESSES, ...MARKUP, ...BREAKOUTS, ...MARKDOWN, ...STYLES, ...CHARACTERS, ...OBJECTS];
  const once = [...new Map(all.map((payload) => [payload.template, payload])).values()];
  // A step that has no factor in common with the length meets each once.
  const step = [389, 397, 401].find((prime) => once.length % prime !== 0)!;
  return once.map((_, at) => once[(at * step) % once.length]!);
}
