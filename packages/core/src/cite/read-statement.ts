import { standsFree } from './find-code.ts';
import { type FoldedText, foldText, quotePlaces } from './find-quote.ts';

/** Bounded, for a long run without an end would be read again from each of its marks. */
const CODE_SPAN = /(`{1,16})([^`]+)\1/gu;
/** Links, images, reference definitions, HTML and entities. */
const MARKUP = /\]\s*[([:]|!\[|<[a-z!/?]|&(?:#|[a-z]{2,8};)/iu;
const EMPHASIS = /(?<![\p{L}\p{N}_-])(__?)(?=\S)([^_\n]+)(?<=\S)\1(?![\p{L}\p{N}_-])/gu;
/** Signs that change how text reads without being seen. */
const HIDDEN = /[\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u;
const ADDRESS = /(?:[a-z][a-z0-9+.-]{0,30}:\/\/|www\.|mailto:|\/\/)[^\s<>"'`]+/giu;
const ADDRESS_GOES_ON = /^[\p{L}\p{N}/?#&=%_~+-]/u;

/**
 * The statement as a reader sees it, without the marks of emphasis and code; `undefined` when it holds what must never be shown
 * on a model's word: links, images, HTML, hidden signs, or code and addresses that do not stand in `texts` letter by letter.
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

/** Whether every address of a statement stands in one of the texts letter by letter, and no longer than there. */
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
