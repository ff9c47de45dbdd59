const LONGEST = 60;

/** A field's name as a message may repeat it: short, in plain characters. */
export function shownKey(key: string): string {
  return key.slice(0, LONGEST).replace(/[^\w.-]/gu, '?');
}
