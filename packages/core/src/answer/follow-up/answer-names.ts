import { stemWord } from '../../text/stem-word.ts';
import { isName } from './is-name.ts';
import { readWords, type Word } from './read-words.ts';
import { topicPhrases, type Phrase } from './topic-phrases.ts';
import { wordClass } from './word-class.ts';

const ASKS_FOR_NAME =
  /^(?:so |and )?(?:who|whose|which|what(?:['’]s| is| was) the name|what \p{L}+ (?:is|was|does|did|has|can))\b/iu;
/** "who is Ada Lovelace": the question has the name. */
const ASKS_ABOUT_NAME = /^(?:[Ss]o |[Aa]nd )?[Ww]ho(?:['’]s| is| are| was| were) \p{Lu}/u;
const OPENING = 300;

/** A name shows at the beginning of a sentence by the name behind it. */
function isNamed(words: readonly Word[], at: number): boolean {
  const word = words[at]!;
  const next = words[at + 1];
  if (wordClass(word) === 'function') return false;
  return isName(word) || (/^\p{Lu}/u.test(word.text) && next?.border === 'none' && isName(next));
}

/** The name that an answer gave to a question for one, such as "who wrote it?"; none otherwise. */
export function answerNames(question: string, answer: string): readonly Phrase[] {
  if (!ASKS_FOR_NAME.test(question) || ASKS_ABOUT_NAME.test(question)) return [];
  const asked = new Set(readWords(question).map(({ lower }) => stemWord(lower)));
  const words = readWords(answer.length <= OPENING ? answer : answer.slice(0, OPENING).replace(/\S*$/u, ''));
  const isNew = (at: number): boolean => isNamed(words, at) && !asked.has(stemWord(words[at]!.lower));
  const start = words.findIndex((_, at) => isNew(at));
  if (start < 0) return [];
  let end = start + 1;
  while (end < words.length && words[end]!.border === 'none' && isNew(end)) end += 1;
  return topicPhrases(words.slice(start, end), true);
}
