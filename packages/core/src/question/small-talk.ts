import type { DraftReason } from '../types/answer.ts';

/** Requests that no page can answer and that must not start a search. Some docs have stories of their own: "write a story for my button". */
const REPLIES: readonly (readonly [RegExp, DraftReason])[] = [
  [
    /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings)(?: there| all| everyone)?[\s!.?]*$/iu,
    'greeting',
  ],
  [
    /^(?:thanks|thank you|thx|cheers|ok|okay|great|perfect|cool|nice)(?: (?:a lot|so much|very much|you))?[\s!.?]*$/iu,
    'thanks',
  ],
  [/^(?:yes|no|yep|nope|yeah|sure|maybe|of course)[\s!.?]*$/iu, 'vague'],
  [
    /^(?:please\s+)?(?:can you\s+|could you\s+)?(?:write|compose|tell|sing|make up|invent)(?: me| us)?\s+(?:an?|some|the)\s+(?:\w+\s+){0,2}(?:poem|song|joke|story|essay|haiku|limerick|rap|tale|riddle)(?:[\s!.?]*$| (?:about|of|in)\b)/iu,
    'creative',
  ],
  [
    /^(?:who|what) are you[\s!.?]*$|^what can you do(?: for me| here)?[\s!.?]*$|^are you (?:a |an )?(?:bot|robot|human|ai)[\s!.?]*$/iu,
    'self',
  ],
];

/** Returns the reason for a fixed reply, or `undefined` if the question needs a search. */
export function smallTalk(question: string): DraftReason | undefined {
  const text = question.trim();
  return REPLIES.find(([pattern]) => pattern.test(text))?.[1];
}
