const SUSPICIOUS = /[\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/u;

/** Whether the text holds characters that turn the order of letters around, or tag characters that spell out unseen words. */
export function hasSuspiciousCharacters(text: string): boolean {
  return SUSPICIOUS.test(text);
}
