/** Addresses, which many readers of Markdown turn into links unasked. Bounded, so that no text takes long. */
const ADDRESS = /(?:\b[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.)[^\s`|]+|[^\s`@|]{1,64}@[^\s`@|]+/giu;
/** What can begin or end markup anywhere in a line. A name with underscores within is left alone. */
const MARKUP = /[\p{L}\p{N}](?:_+[\p{L}\p{N}])+|[\\`*_[\]<~|]|&(?=#?\w{1,40};)/gu;
/** Only at the beginning of a line, before which spaces count for nothing. */
const BEGINS_BLOCK = /^(\s*)(?:([-+=:#>])|(\d{1,9})([.)]))/u;

/** One line of plain text so that Markdown shows it as it is: no links, no images, no HTML and no blocks come of it. */
export function escapeMarkdown(text: string): string {
  let escaped = '';
  let from = 0;
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    escaped += `${escapeWords(text.slice(from, index))}\`${address}\``;
    from = index + address.length;
  }
  escaped += escapeWords(text.slice(from));
  return escaped.replace(BEGINS_BLOCK, String.raw`$1$3\$2$4`);
}

function escapeWords(text: string): string {
  return text.replace(MARKUP, (found) => (/^[\p{L}\p{N}]/u.test(found) ? found : `\\${found}`));
}
