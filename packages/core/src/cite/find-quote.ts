/**
 * Finds a quote in a passage and returns the passage's own bytes.
 *
 * Same text = equal after folding white space runs to one space, typographic quotes and dashes to ASCII, soft hyphens and
 * zero-width characters to nothing, and Unicode to NFC per character. Case, digits, punctuation and word order count. Each
 * folded character remembers the range it came from, so that the result is always a slice of the passage.
 */
export interface QuoteRange {
  /** Inclusive, UTF-16 units. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

interface Folded {
  readonly text: string;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/u;
const FOLDS: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u2032': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u2033': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\u2026': '...',
};

function fold(text: string): Folded {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = '';
  let at = 0;
  for (const character of text) {
    const next = at + character.length;
    if (/\s/u.test(character)) {
      if (folded.endsWith(' ')) ends[ends.length - 1] = next;
      else {
        folded += ' ';
        starts.push(at);
        ends.push(next);
      }
    } else if (!INVISIBLE.test(character)) {
      const plain = FOLDS[character] ?? character.normalize('NFC');
      for (let unit = 0; unit < plain.length; unit++) {
        starts.push(at);
        ends.push(next);
      }
      folded += plain;
    }
    at = next;
  }
  return { text: folded, starts, ends };
}

/** Where `quote` stands in `text` between `window.start` and `window.end`; `undefined` when it does not, or is blank. First place wins. */
export function findQuote(
  text: string,
  quote: string,
  window: QuoteRange = { start: 0, end: text.length },
): QuoteRange | undefined {
  const wanted = quote.trim();
  if (wanted === '') return undefined;
  const exact = text.indexOf(wanted, window.start);
  if (exact >= 0 && exact + wanted.length <= window.end) return { start: exact, end: exact + wanted.length };
  const haystack = fold(text.slice(window.start, window.end));
  const needle = fold(wanted).text.trim();
  const place = needle === '' ? -1 : haystack.text.indexOf(needle);
  if (place < 0) return undefined;
  return {
    start: window.start + haystack.starts[place]!,
    end: window.start + haystack.ends[place + needle.length - 1]!,
  };
}
