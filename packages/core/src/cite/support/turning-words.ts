import type { Word } from './read-words.ts';

/** Words that deny, all alike. */
const DENY = 'not no never none nothing nobody nowhere neither nor cannot';

/** What denies or binds the words beside it, each with what may say the same. */
export const TURNING: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    ...DENY.split(' ').map((word): [string, string] => [word, `${DENY} without lack lacks lacking`]),
    ['without', `without unless lacking ${DENY}`],
    ['unless', 'unless if except only when without until'],
    ['except', `except but unless besides other apart ${DENY}`],
    ['only', 'only just solely exclusively unless except alone'],
    ['solely', 'only just solely exclusively alone'],
    ['if', 'if when whenever where provided should unless'],
    ['provided', 'if when provided as once'],
    ['until', 'until till before when once unless'],
    ['avoid', `avoid ${DENY}`],
    ['instead', `instead rather ${DENY}`],
  ].map(([word, same]) => [word!, new Set(same!.split(' '))]),
);

export const DENYING: ReadonlySet<string> = new Set(DENY.split(' '));
/** Words of a sentence at whose beginning a condition or a negation turns all of it. */
const HEAD = 2;

/**
 * Whether a word of a sentence denies or binds what stands at the border of a clause, given by its number: in that clause, at the head of
 * the one beside it, or at the head of the sentence.
 */
export function turns(words: readonly Word[], index: number, border: number): boolean {
  const { lower, clause } = words[index]!;
  if (!TURNING.has(lower)) return false;
  if (clause === border || (index < HEAD && clause < border)) return true;
  const isHead = words[index - 1]?.clause !== clause;
  return isHead && Math.abs(clause - border) === 1 && !DENYING.has(lower);
}
