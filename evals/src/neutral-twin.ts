/** Plain words that are never read as an instruction. */
const WORDS = ['lantern', 'meadow', 'harbour', 'orchard', 'kettle'];
const SIGN = '◆';
const UNSPACED = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Replaces each trigger word by a neutral one of the same kind: a word by a word, a sign by a sign. Equal texts give equal twins. */
export function neutralTwin(text: string, triggers: readonly string[]): string {
  return triggers
    .toSorted((left, right) => right.length - left.length)
    .reduce((twin, trigger, at) => twin.replaceAll(pattern(trigger), plain(trigger, at)), text);
}

/** Matches a word at the start of a word, including its ending; anything else anywhere. */
function pattern(trigger: string): RegExp {
  const escaped = trigger.replaceAll(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
  return isWord(trigger) ? new RegExp(String.raw`(?<!\p{L})${escaped}\p{L}*`, 'giu') : new RegExp(escaped, 'gu');
}

function plain(trigger: string, at: number): string {
  if (isWord(trigger)) return WORDS[at % WORDS.length]!;
  return UNSPACED.test(trigger) ? '木' : SIGN;
}

const isWord = (trigger: string): boolean => /^\p{L}+$/u.test(trigger) && !UNSPACED.test(trigger);
