/**
 * Characters that no reader can see but that a machine reads: zero-width characters, bidirectional controls, soft hyphens, and the
 * tag characters U+E0000 to U+E007F, which can spell out a whole hidden message. They are taken out of every text.
 *
 * U+200C and U+200D shape letters in Arabic and Indic scripts and join emoji; they stay where a letter or an emoji stands on both sides.
 */
const INVISIBLE =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF]|[\u{E0000}-\u{E007F}]/gu;
const LONE_JOINER =
  /(?<![\p{L}\p{M}\p{Extended_Pictographic}\uFE0F])[\u200C\u200D]|[\u200C\u200D](?![\p{L}\p{M}\p{Extended_Pictographic}])/gu;
const SUSPICIOUS = /[\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/u;
const ANY = /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFEFF]|[\u{E0000}-\u{E007F}]/u;

export function withoutHiddenCharacters(text: string): string {
  return ANY.test(text) ? text.replace(INVISIBLE, '').replace(LONE_JOINER, '') : text;
}

/** Whether the text holds characters that can turn the order of letters around or spell out unseen words. */
export function hasSuspiciousCharacters(text: string): boolean {
  return SUSPICIOUS.test(text);
}
