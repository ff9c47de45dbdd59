import RANKS from 'gpt-tokenizer/bpeRanks/o200k_base';
import { O200K_TOKEN_SPLIT_REGEX as PIECE } from 'gpt-tokenizer/esm/encodingParams/constants';
import { GptEncoding } from 'gpt-tokenizer/GptEncoding';
import { detached } from '../text/scan-tokens.ts';

/** Page text may spell out control tokens; they are counted as the plain text they are. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };
/** The encoder's time grows with the square of a run; longer ones are counted piece by piece, off by a token or so each. */
const LONG_RUN = /\S{256}|\s{256}/g;
/** Looks at each run once. */
const HAS_LONG_RUN = /(?<!\S)\S{256}|(?<!\s)\s{256}/;

/** Tokens of `text` in the o200k encoding; 0 for `''`. */
export function countTokens(text: string): number {
  if (!HAS_LONG_RUN.test(text)) return countPieces(text);
  let tokens = 0;
  let from = 0;
  for (const match of text.matchAll(LONG_RUN)) {
    const to = match.index + match[0].length;
    tokens += countPieces(text.slice(from, to));
    from = to;
  }
  return tokens + countPieces(text.slice(from));
}

/** Created with the first count, because that takes a third of the time to load the core. */
let encoding: GptEncoding | undefined;

function openEncoding(): GptEncoding {
  const opened = GptEncoding.getEncodingApi('o200k_base', () => RANKS);
  // Results are cached below instead.
  opened.setMergeCacheSize(0);
  return opened;
}

const CACHED_PIECES = 50_000;
let cache = new Map<string, number>();

/** No token crosses the border of a piece, mostly a word, so each piece is encoded once, however often it occurs. */
function countPieces(text: string): number {
  let tokens = 0;
  for (const piece of text.match(PIECE) ?? []) {
    let count = cache.get(piece);
    if (count === undefined) {
      if (cache.size >= CACHED_PIECES) cache = new Map();
      count = (encoding ??= openEncoding()).countTokens(piece, AS_TEXT);
      cache.set(detached(piece), count);
    }
    tokens += count;
  }
  return tokens;
}
