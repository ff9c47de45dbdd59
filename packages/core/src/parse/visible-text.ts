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
