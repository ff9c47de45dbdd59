/**
 * Words that documentation uses for one another. A reader's word that no page has is searched as the first of its group that pages have. None
 * has another sense that readers ask about.
 */
import { wordTokens } from '../text/word-tokens.ts';
import type { IndexWords } from './index-words.ts';
import type { Likely } from './likely-words.ts';

const WORDS = `
directory folder / subdirectory subfolder / archive zip / user client visitor customer people person /
team colleague coworker teammate / organization company firm / image picture photo screenshot /
diagram chart graph figure / video clip movie recording / audio sound /
computer machine laptop pc workstation / site website homepage / page webpage / url link hyperlink /
heading headline / navigation nav / shortcut hotkey keybinding / font typeface / dialog modal popup /
menu dropdown / tooltip hint / setting preference / memory ram / gpu vram / cpu processor / tls ssl /
password passphrase credential secret / certificate cert / login signin logon / logout signout logoff /
register signup / performance speed / latency lag delay / downtime outage / cost price fee /
limitation drawback downside disadvantage shortcoming / advantage benefit upside / error mistake bug glitch /
corrupt broken damaged / remove erase wipe / prevent forbid disallow prohibit /
permit allow / precedence priority / exit quit / reload refresh / merge combine / split divide /
clone duplicate / revert undo rollback / backup snapshot / hide conceal / chat conversation /
tutorial walkthrough howto / example sample demo / lesson lecture chapter / instructor teacher /
student pupil learner / exercise homework / mathematics math / equation formula /
probability likelihood chance odds / random stochastic / repository repo /
documentation docs manual / environment env / database db / authentication auth / parameter param / argument arg /
variable var / constant const / function func / dictionary dict / integer int / boolean bool / regex regexp /
asynchronous async / development dev / production prod / application app / administrator admin /
specification spec / statistics stats metrics / javascript js / typescript ts / extension plugin addon /
email mail
`;

/** Each group has the usual word first. */
export const GROUPS: readonly (readonly string[])[] = WORDS.trim()
  .split(/\s*\/\s*/u)
  .map((group) => group.split(' '));

/** The group of each word and of its plural. */
const GROUP_OF: ReadonlyMap<string, readonly string[]> = new Map(
  GROUPS.flatMap((group) => group.flatMap((word) => [word, `${word}s`].map((form) => [form, group] as const))),
);

/** Yields the words of the group of `typed`, in lower case, with tokens of the index. Pages may have the token in another word. */
export function* sameWords(typed: string, { terms }: IndexWords): Generator<Likely> {
  for (const word of GROUP_OF.get(typed) ?? []) {
    const [token = ''] = wordTokens(word);
    if (terms.has(token)) yield { token, word, slips: 0 };
  }
}
