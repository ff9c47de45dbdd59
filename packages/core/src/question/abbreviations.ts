/** Finds abbreviations that pages introduce, such as "Content Security Policy (CSP)" or "CSP (Content Security Policy)". */

const BEHIND = /\(([\p{Lu}\d][\p{Lu}\p{Ll}\d]{1,7})\)/gu;
const BEFORE = /(?<![\p{L}\d])(\p{Lu}[\p{Lu}\d]{1,7}) \(([^()\n]{3,80})\)/gu;
/** Small words that abbreviations usually skip. */
const SMALL: ReadonlySet<string> = new Set('a an and as at by for in of on or the to with'.split(' '));
const MOST_SMALL = 2;
/** Matches words, and the parts of names such as `CustomResourceDefinition`. */
const WORDS = /\p{Lu}?\p{Ll}+(?:['’]\p{Ll}+)?|\p{Lu}+|\p{L}+|\p{N}+/gu;

/**
 * Returns the question with an abbreviation replaced by its long form, or the reverse, if `texts` introduce one of its abbreviations;
 * otherwise `undefined`.
 */
export function otherwiseWritten(question: string, texts: readonly string[]): string | undefined {
  for (const { short, long } of texts.flatMap((text) => [...introducedIn(text)])) {
    const [hasShort, hasLong] = [short, long].map((form) => wordsOf(form).test(question));
    if (hasShort !== hasLong)
      return hasShort ? question.replace(wordsOf(short), long) : question.replace(wordsOf(long), short);
  }
  return undefined;
}

function wordsOf(form: string): RegExp {
  const words = form.split(/[\s-]+/u).map((word) => word.replace(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${words.join(String.raw`[\s-]+`)}(?![\p{L}\p{N}])`, 'iu');
}

function* introducedIn(text: string): Generator<{ readonly short: string; readonly long: string }> {
  for (const { 1: short = '', index } of text.matchAll(BEHIND)) {
    const long = spelledBy(short, text.slice(Math.max(0, index - 100), index));
    if (long !== undefined) yield { short, long };
  }
  for (const { 1: short = '', 2: inside = '' } of text.matchAll(BEFORE)) {
    if (spelledBy(short, inside) === inside.trim()) yield { short, long: inside.trim() };
  }
}

/** Returns the last words of `before` whose initials spell `short`, or `undefined`. */
function spelledBy(short: string, before: string): string | undefined {
  const words = [...before.matchAll(WORDS)];
  if (!/^[\s-]*$/u.test(before.slice((words.at(-1)?.index ?? 0) + (words.at(-1)?.[0].length ?? 0)))) return undefined;
  let at = words.length - 1;
  let small = 0;
  for (const letter of [...short.toLowerCase()].toReversed()) {
    while (
      at >= 0 &&
      SMALL.has(words[at]![0].toLowerCase()) &&
      !words[at]![0].toLowerCase().startsWith(letter) &&
      small < MOST_SMALL
    ) {
      at--;
      small++;
    }
    if (at < 0 || !words[at]![0].toLowerCase().startsWith(letter)) return undefined;
    at--;
  }
  return before.slice(words[at + 1]!.index).trim();
}
