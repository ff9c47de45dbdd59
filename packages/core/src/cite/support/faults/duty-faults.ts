import { isContent } from '../evidence.ts';
import type { Case, Fault } from '../fault.ts';
import type { Word } from '../read-words.ts';

/** How strictly a verb is meant: `must`, `should`, `may`. */
type Duty = 'strict' | 'advised' | 'free';

const DUTIES: readonly (readonly [Duty, RegExp])[] = [
  ['strict', /^(?:must|shall|have to|has to|had to|need to|needs to|required to)$/u],
  ['advised', /^(?:should|ought|recommended to)$/u],
  ['free', /^(?:may|might|can|could)$/u],
];
/** Words between the modal and its verb. */
const REACH = 3;

/** Verbs whose modal in the statement is none of those that the evidence gives the same verb. */
export function dutyFaults({ claim, sentences }: Case): Fault[] {
  return claim.flatMap((word, index): Fault[] => {
    const said = dutyAt(claim, index);
    const verb = said === undefined ? undefined : claim.slice(index + 1, index + 2 + REACH).filter(isContent);
    if (verb === undefined || verb.length === 0) return [];
    const given = sentences.flatMap((words) =>
      words.flatMap((other, at) => (verb.some(({ key }) => key === other.key) ? dutiesBefore(words, at) : [])),
    );
    return given.length > 0 && !given.includes(said!) ? [{ kind: 'duty', word: word.text }] : [];
  });
}

function dutiesBefore(words: readonly Word[], at: number): Duty[] {
  const found: Duty[] = [];
  for (let index = Math.max(0, at - REACH); index < at; index += 1) {
    const duty = dutyAt(words, index);
    if (duty !== undefined && words[index]!.clause === words[at]!.clause) found.push(duty);
  }
  return found;
}

function dutyAt(words: readonly Word[], index: number): Duty | undefined {
  const word = words[index]!.lower;
  const pair = `${word} ${words[index + 1]?.lower}`;
  return DUTIES.find(([, pattern]) => pattern.test(word) || pattern.test(pair))?.[0];
}
