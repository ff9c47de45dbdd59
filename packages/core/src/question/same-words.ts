/** Words that documentation uses for one another. A reader's word that no page has is searched as the first of its group that pages have. */
import { wordTokens } from '../text/word-tokens.ts';
import type { IndexWords } from './index-words.ts';

const WORDS = `
directory folder / subdirectory subfolder / archive zip / user client visitor customer people person /
team colleague coworker teammate / organization company firm / image picture photo screenshot /
diagram chart graph drawing figure / video clip movie recording / audio sound /
computer machine laptop pc desktop workstation / site website homepage / page webpage / url link hyperlink /
heading headline / navigation nav / shortcut hotkey keybinding / font typeface / dialog modal popup /
menu dropdown / tooltip hint / setting preference / memory ram / gpu vram / cpu processor / tls ssl /
password passphrase credential secret / certificate cert / login signin logon / logout signout logoff /
register signup / performance speed / latency lag delay / downtime outage / hang freeze stuck / cost price fee /
limitation drawback downside disadvantage shortcoming / advantage benefit upside / error mistake bug glitch /
crash abort / corrupt broken damaged / discard drop / remove erase wipe / prevent forbid disallow prohibit /
permit allow / precedence priority win / exit quit / reload refresh / merge combine / split divide /
clone duplicate / revert undo rollback / backup snapshot copy / hide conceal mask / chat conversation /
tutorial walkthrough howto / example sample demo / lesson lecture chapter unit / instructor teacher /
student pupil learner / exercise homework assignment / test exam / mathematics math / equation formula /
probability likelihood chance odds / random stochastic / author writer / repository repo /
documentation docs manual / environment env / database db / authentication auth / parameter param / argument arg /
variable var / constant const / function func / dictionary dict / integer int / boolean bool / regex regexp /
asynchronous async / development dev / production prod live / application app / administrator admin /
specification spec / statistics stats metrics / javascript js / typescript ts / extension plugin addon /
email mail
`;

/** Each group has the usual word first. */
export const GROUPS: readonly (readonly string[])[] = WORDS.trim()
  .split(/\s*\/\s*/u)
  .map((group) => group.split(' '));

const tokenOf = (word: string): string => wordTokens(word)[0] ?? word;

/** The group of each word's token. */
let groups: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns a word that the index has for one that it has not; `undefined` if there is none. `typed` is in lower case. */
export function sameWord(typed: string, { terms }: IndexWords): string | undefined {
  groups ??= new Map(GROUPS.flatMap((group) => group.map((word) => [tokenOf(word), group] as const)));
  return groups.get(tokenOf(typed))?.find((word) => terms.has(tokenOf(word)));
}
