import { standsFree } from './find-code.ts';
import { type FoldedText, foldText, quotePlaces } from './find-quote.ts';

/** The length of the mark is limited; otherwise a long run of backticks would be read again from each backtick. */
const CODE_SPAN = /(`{1,16})([^`]+)\1/gu;
/** Links, images, reference definitions, HTML and entities. */
const MARKUP = /\]\s*[([:]|!\[|<[a-z!/?]|&(?:#|[a-z]{2,8};)/iu;
const EMPHASIS = /(?<![\p{L}\p{N}_-])(__?)(?=\S)([^_\n]+)(?<=\S)\1(?![\p{L}\p{N}_-])/gu;
/** Invisible characters that change how text reads. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const ADDRESS = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|mailto:|\/\/)[^\s<>"'`]+/giu;
const ADDRESS_GOES_ON = /^[\p{L}\p{N}/?#&=%_~+-]/u;

/**
 * Returns the statement as a reader sees it, without marks of emphasis and code. Returns `undefined` if it contains anything that must
 * never be shown because a model wrote it: links, images, HTML, hidden characters, or code and addresses that are not in `texts` letter by letter.
 */
export function readStatement(statement: string, texts: readonly string[]): string | undefined {
  if (HIDDEN.test(statement)) return undefined;
  let stands = true;
  const held = new Map<string, boolean>();
  const folded: FoldedText[] = [];
  const bare = statement.replace(CODE_SPAN, (_, __, code: string) => {
    const wanted = code.trim();
    const isHeld =
      held.get(wanted) ?? texts.some((text, index) => holdsCode(text, (folded[index] ??= foldText(text)), wanted));
    held.set(wanted, isHeld);
    stands &&= isHeld;
    return ' ';
  });
  if (!stands || MARKUP.test(bare)) return undefined;
  if (!holdsAddresses(statement, texts)) return undefined;
  return statement
    .replaceAll('`', '')
    .replace(/\*{1,3}|~~/gu, '')
    .replace(EMPHASIS, '$2')
    .trim();
}

/** True if every address of a statement is in one of the texts letter by letter, and is the whole address there. */
export function holdsAddresses(statement: string, texts: readonly string[]): boolean {
  for (const [address] of statement.matchAll(ADDRESS)) {
    const bare = address.replace(/[.,;:!?)*_]+$/u, '');
    if (!texts.some((text) => holdsAddress(text, bare))) return false;
  }
  return true;
}

function holdsCode(text: string, folded: FoldedText, code: string): boolean {
  const called = code.replace(/\(\)$/u, '');
  return [code, called].some((wanted) => quotePlaces(folded, wanted).some((place) => standsFree(text, place)));
}

function holdsAddress(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    if (!ADDRESS_GOES_ON.test(text.slice(at + address.length))) return true;
  }
  return false;
}
