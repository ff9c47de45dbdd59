import { answerNames } from './answer-names.ts';
import { stemWord } from '../../text/stem-word.ts';
import { choosePhrases } from './choose-phrases.ts';
import { contrastClause } from './contrast-clause.ts';
import type { Conversation } from './conversation.ts';
import { countedItem } from './counted-item.ts';
import { leanOf, type Lean } from './lean-of.ts';
import { readWords, type Word } from './read-words.ts';
import { stemsOf } from './stems-of.ts';
import { topicPhrases, type Phrase } from './topic-phrases.ts';

/** More words would outweigh the reader's own. */
const MOST_CARRIED = 6;
const MOST_BESIDE = 4;
const MOST_COMPARED = 4;
const PHRASES_OF_ITEM = 3;
const TAKES_TIME = /^(?:and |so )?how (?:long|much time) .*\b(?:that|this|it) (?:all )?takes?\b/iu;
const COMPARES =
  /\b(?:differ|differs|difference|differences|different|compare|compared|better|best|versus|vs|both|each|either|the two)\b/iu;

export interface Carried {
  /** `item`: an item of what was listed, "the second one". */
  readonly lean: Lean | 'item';
  /** Best first. */
  readonly phrases: readonly Phrase[];
  /** What takes the place of the words from `start` to `end`: those that only count say nothing in a search. */
  readonly instead?: { readonly start: number; readonly end: number; readonly phrases: readonly Phrase[] };
}

const NOTHING: Carried = { lean: 'alone', phrases: [] };

function lazily(make: () => readonly string[]): (stem: string) => boolean {
  let stems: ReadonlySet<string> | undefined;
  return (stem) => (stems ??= new Set(make())).has(stem);
}

const stemsOfAll = (phrases: readonly Phrase[]): readonly string[] => phrases.flatMap(({ stems }) => stems);
const namesOf = (items: readonly string[]): readonly Phrase[] =>
  items.flatMap((item) => topicPhrases(readWords(item), true).slice(0, PHRASES_OF_ITEM));

/** Whether a question names an item. */
function standsIn(item: string, clause: readonly Word[]): boolean {
  const said = new Set(stemsOf(clause));
  const stems = stemsOfAll(namesOf([item]));
  return stems.length > 0 && stems.every((stem) => said.has(stem));
}

/** The things that "which is better?" compares, where the last answer listed them and the question did not. */
function comparedItems({ question, items }: Conversation, words: readonly Word[], text: string): readonly Phrase[] {
  if (!COMPARES.test(text) || items.length > MOST_COMPARED) return [];
  if (topicPhrases(words).length > 0 || topicPhrases(readWords(question)).length > 1) return [];
  return namesOf(items);
}

/** What is left of the last question, as one phrase. */
function asPhrase(kept: readonly Word[]): readonly Phrase[] {
  return kept.length === 0 ? [] : [{ text: kept.map((word) => word.text).join(' '), stems: stemsOf(kept) }];
}

/** What a reader's question takes over from the conversation; nothing when it stands alone. */
export function carriedOver(conversation: Conversation, text: string): Carried {
  const { question, clause, beside, topic, wanted, answer, items } = conversation;
  if (topic.length === 0) return NOTHING;
  const words = readWords(text);
  const own = stemsOf(words);
  const asked = lazily(() => [...stemsOf(readWords(question)), ...stemsOfAll(topic)]);
  const answered = lazily(() => stemsOf(readWords(answer)));
  const heard = (stem: string): boolean => asked(stem) || answered(stem);
  const lean = leanOf(text, words, heard, asked);

  const counted = countedItem(words, heard);
  const item = counted === undefined ? undefined : items.at(counted.place);
  if (counted !== undefined && item !== undefined) {
    const named = namesOf([item]);
    const listed = new Set(stemsOfAll(namesOf(items)));
    const varied = clause.filter(({ lower }) => !listed.has(stemWord(lower)));
    // A question that compared the items says nothing of one of them, and the others are not asked for.
    const isCompared = items.filter((one) => standsIn(one, clause)).length >= 2;
    const kept = lean === 'contrast' && !isCompared ? asPhrase(contrastClause(varied, [])) : [];
    const more = [...kept, ...beside.filter(({ stems }) => !isCompared || !stems.every((stem) => listed.has(stem)))];
    const phrases = choosePhrases(more, [...own, ...stemsOfAll(named)], MOST_BESIDE);
    const { start, end } = counted;
    if (named.length > 0) return { lean: 'item', phrases, instead: { start, end, phrases: named } };
  }
  switch (lean) {
    case 'alone':
      return NOTHING;
    case 'topic': {
      const compared = choosePhrases(comparedItems(conversation, words, text), own, MOST_CARRIED);
      // What takes time is what is done.
      const named = TAKES_TIME.test(text) ? [...wanted, ...topic] : [...answerNames(question, answer), ...topic];
      return { lean, phrases: compared.length > 0 ? compared : choosePhrases(named, own, MOST_CARRIED) };
    }
    case 'request':
      return { lean, phrases: choosePhrases(wanted, own, MOST_CARRIED) };
    case 'contrast': {
      const said = asPhrase(contrastClause(clause, words));
      if (said.length === 0) return { lean, phrases: choosePhrases(wanted, own, MOST_CARRIED) };
      return { lean, phrases: [...said, ...choosePhrases(beside, [...own, ...stemsOf(clause)], MOST_BESIDE)] };
    }
  }
}
