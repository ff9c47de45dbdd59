import { countTokens as countEncoded } from 'gpt-tokenizer/encoding/o200k_base';

/** Page text may spell out control tokens; they are counted as the plain text they are. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };
/** The encoder's time grows with the square of a run; longer ones are counted piece by piece, off by a token or so each. */
const LONG_RUN = /\S{256}|\s{256}/g;

/** Tokens of `text` in the o200k encoding; 0 for `''`. */
export function countTokens(text: string): number {
  let tokens = 0;
  let from = 0;
  for (const match of text.matchAll(LONG_RUN)) {
    const to = match.index + match[0].length;
    tokens += countEncoded(text.slice(from, to), AS_TEXT);
    from = to;
  }
  return tokens + countEncoded(text.slice(from), AS_TEXT);
}
