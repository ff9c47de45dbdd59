/** Characters without a glyph that can hide words from a reader or split them from a searcher; joiners stay, scripts and emoji need them. */
const INVISIBLE = /[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** `text` without characters that no reader sees (zero-width spaces, tags, direction overrides); white space stays as it is. */
export function dropInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** One run of prose as the block tree holds it: invisible characters dropped, white space folded to one space, ends trimmed. */
export function foldText(text: string): string {
  return dropInvisible(text).replace(/\s+/g, ' ').trim();
}

/** A style that strikes text out. */
export const STRIKING_STYLE: RegExp = /(?:^|;)\s*text-decoration(?:-line)?\s*:[^;]*\bline-through\b/i;

/**
 * Whether the text of an element that is hidden from screen readers is a word or number of the sentence that it stands in: such words
 * are seen by everybody else. Icons are not, nor are links of a heading to itself.
 */
export function isShownWord(text: string, className: string, href: string): boolean {
  return /[\p{L}\p{N}]/u.test(text) && !ICON_CLASS.test(className) && !href.startsWith('#');
}

const ICON_CLASS = /(?:^|[\s_-])(?:icons?|fa[a-z]?|glyphicons?|symbols?|octicons?|mdi|bi|anchor)(?:$|[\s_-])|icon$/i;

/** The number or sign of a footnote or reference. */
export const NOTE_MARK: RegExp = /^\s*[[(]?\s*(?:\d{1,3}|[a-z*†‡§¶])\s*[\])]?\s*$/i;

const SUSPICIOUS = /[\u202A-\u202E\u2066-\u2069]|[\u{E0000}-\u{E007F}]/u;

/** Whether the text holds characters that turn the order of letters around, or tag characters that spell out unseen words. */
export function hasSuspiciousCharacters(text: string): boolean {
  return SUSPICIOUS.test(text);
}
