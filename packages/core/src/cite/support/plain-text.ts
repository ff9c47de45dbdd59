const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff]/gu;
const SINGLE = /[\u2018\u2019\u201a\u2032]/gu;
const DOUBLE = /[\u201c\u201d\u201e\u2033]/gu;
const DASH = /[\u2010-\u2014\u2212]/gu;
const PLAIN = /^[\u0020-\u007e]*$/u;

/** Text for telling whether two say the same word for word, as `findQuote` compares them: white space, quotes and dashes in one form. */
export function plainText(text: string): string {
  const spaced = text.trim().replace(/\s+/gu, ' ');
  if (PLAIN.test(spaced)) return spaced;
  const bare = spaced.replace(INVISIBLE, '').replace(SINGLE, "'").replace(DOUBLE, '"').replace(DASH, '-');
  return bare.replaceAll('\u2026', '...').normalize('NFC').trim();
}
