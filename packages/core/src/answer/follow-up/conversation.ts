import { analyseQuestion } from '../../question/analyse-question.ts';
import { answerItems } from './answer-items.ts';
import { carriedOver } from './carried-over.ts';
import { choosePhrases } from './choose-phrases.ts';
import { completeText } from './complete-text.ts';
import { isName } from './is-name.ts';
import { ledNouns } from './led-nouns.ts';
import { readWords, type Word } from './read-words.ts';
import { topicPhrases, type Phrase } from './topic-phrases.ts';

/**
 * What a conversation is about. A question that stands alone sets the topic, one that leans on the conversation adds to it.
 * What was said is matched and never obeyed.
 */
export interface Conversation {
  /** The reader's last question; `''` at the beginning. */
  readonly question: string;
  /** The last question that said what is wanted, and what was spoken of then: what "and on Windows?" varies. */
  readonly clause: readonly Word[];
  readonly beside: readonly Phrase[];
  /** What is spoken of, nearest first; empty until something is. */
  readonly topic: readonly Phrase[];
  /** The same with what was wanted of it. */
  readonly wanted: readonly Phrase[];
  /** The last answer; `''` when it said nothing of the pages. */
  readonly answer: string;
  /** What was last listed on this topic, for "the second one". */
  readonly items: readonly string[];
}

export const NO_CONVERSATION: Conversation = {
  question: '',
  clause: [],
  beside: [],
  topic: [],
  wanted: [],
  answer: '',
  items: [],
};

const MOST_REMEMBERED = 10;
const MOST_BEHIND = 3;
const FEW_THINGS = 2;

function remember(...lists: readonly (readonly Phrase[])[]): readonly Phrase[] {
  return choosePhrases(lists.flat(), [], MOST_REMEMBERED);
}

/** Nouns that "a" leads in or that are of several words are things, others what is wanted of one. */
function isNewThing(text: string, noun: string): boolean {
  return (
    noun.includes(' ') || ` ${text.toLowerCase()}`.replaceAll(/\san\s/gu, ' a ').includes(` a ${noun.toLowerCase()}`)
  );
}

/** The conversation after an answer; `''` for one that says nothing of the pages. */
export function afterAnswer(before: Conversation, answer: string): Conversation {
  const items = answerItems(answer, before.question);
  return { ...before, answer, items: items.length > 0 ? items : before.items };
}

/** The conversation after the reader's next turn. */
export function afterReader(before: Conversation, text: string): Conversation {
  const carried = carriedOver(before, text);
  const { lean, phrases } = carried;
  const words = readWords(text);
  const own = topicPhrases(words);
  const ownWanted = topicPhrases(words, true);
  const said = { question: text, answer: '' };
  switch (lean) {
    case 'alone': {
      if (own.length === 0) {
        const led = ledNouns(words);
        return led.length === 0
          ? { ...before, answer: '' }
          : { ...said, clause: words, beside: led, topic: led, wanted: ownWanted, items: [] };
      }
      // A question that names little may still be about what was spoken of; one for a definition opens a topic.
      const isAside = own.length <= FEW_THINGS && !words.some(isName) && analyseQuestion(text).kind !== 'definition';
      const topic = [
        ...own,
        ...(isAside
          ? choosePhrases(
              before.topic,
              own.flatMap(({ stems }) => stems),
              MOST_BEHIND,
            )
          : []),
      ];
      return { ...said, clause: words, beside: topic, topic, wanted: ownWanted, items: [] };
    }
    case 'item': {
      const clause = readWords(completeText(text, { ...carried, phrases: [] }));
      const named = [...(carried.instead?.phrases ?? []), ...phrases];
      return { ...before, ...said, clause, topic: remember(named, own), wanted: remember(named, ownWanted) };
    }
    case 'topic': {
      // "How do I set a parameter?" adds the parameter to what is spoken of, "what is the price?" adds nothing.
      const led = own.length > 0 ? [] : ledNouns(words).filter(({ text: noun }) => isNewThing(text, noun));
      const topic = remember(phrases, own, led, before.topic);
      return { ...before, ...said, clause: words, beside: topic, topic, wanted: remember(ownWanted, phrases) };
    }
    case 'request':
      return { ...before, ...said };
    case 'contrast':
      return { ...before, ...said, topic: remember(own, before.topic), wanted: remember(ownWanted, before.wanted) };
  }
}
