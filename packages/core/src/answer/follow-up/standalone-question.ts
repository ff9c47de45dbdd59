import type { Turn } from '../../spec/answer.ts';
import { smallTalk } from '../../question/small-talk.ts';
import { behindShift } from './behind-shift.ts';
import { carriedOver } from './carried-over.ts';
import { completeText } from './complete-text.ts';
import { afterAnswer, afterReader, NO_CONVERSATION, type Conversation } from './conversation.ts';
import { plainAnswer } from './plain-answer.ts';
import { withoutAcknowledgement } from './without-acknowledgement.ts';

const TURNS_READ = 20;
/** Begins with "and", or asks of "that" or "one" without a noun. */
const GOES_ON =
  /^(?:and|but|so|also)\b(?! (?:what|how) about)|^(?:does|do|can|could|will|would|should) (?:that|it|they)\b|\b(?:for|with|of|about|from|in|inside|to|like) (?:that|it|this|them|one)\b\s*[?.!]*$/iu;
const CHARACTERS_READ = 4000;

/** Whole words only, so that no piece of one is taken for a word. */
function cut(text: string): string {
  return text.length <= CHARACTERS_READ ? text : text.slice(0, CHARACTERS_READ).replace(/\S*$/u, '');
}

function conversationOf(history: readonly Turn[]): Conversation {
  let conversation = NO_CONVERSATION;
  for (const { role, text } of history.slice(-TURNS_READ)) {
    const said = cut(text.trim());
    if (role === 'assistant') conversation = afterAnswer(conversation, plainAnswer(said));
    else if (smallTalk(said) === undefined) {
      const asked = withoutAcknowledgement(said);
      const shifted = behindShift(asked);
      conversation = shifted === undefined ? afterReader(conversation, asked) : afterReader(NO_CONVERSATION, shifted);
    }
  }
  return conversation;
}

/**
 * The question as it can be searched for without the conversation: the reader's words first, then what they lean on, in
 * parentheses; "the second one" and the "it" of "what is it?" give place to what they stand for. A question that stands alone
 * comes back byte for byte, and so does one whose words the rules do not know; one behind "Now something else:" comes without
 * that.
 * All that is carried over stands in the last 20 turns of the history, in the first 4,000 characters of each.
 */
export function standaloneQuestion(
  question: string,
  history: readonly Turn[],
): { readonly text: string; readonly carried: readonly string[] } {
  const unchanged = { text: question, carried: [] };
  const asked = withoutAcknowledgement(question);
  if (history.length === 0 || asked === '' || smallTalk(question) !== undefined) return unchanged;
  const shifted = behindShift(asked);
  if (shifted !== undefined) return shifted === '' ? unchanged : { text: shifted, carried: [] };
  const conversation = conversationOf(history);
  const carried = carriedOver(conversation, asked);
  // What plainly goes on with the last question, in words that the rules do not know, is searched together with it.
  if (carried.lean === 'alone' && conversation.question !== '' && GOES_ON.test(asked)) {
    return { text: `${conversation.question} ${asked}`, carried: [conversation.question] };
  }
  const phrases = [...(carried.instead?.phrases ?? []), ...carried.phrases];
  if (phrases.length === 0) return unchanged;
  return { text: completeText(asked, carried), carried: phrases.map(({ text }) => text) };
}
