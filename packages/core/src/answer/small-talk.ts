/** Requests that no page can answer and that must not start a search for words in them. */
const REPLIES: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:hi|hello|hey|hiya|good (?:morning|afternoon|evening|day)|greetings)(?: there| all| everyone)?[\s!.?]*$/iu,
    'Hello. Ask a question about these pages, or select a passage and ask about it.',
  ],
  [
    /^(?:thanks|thank you|thx|cheers|ok|okay|great|perfect|cool|nice)(?: (?:a lot|so much|very much|you))?[\s!.?]*$/iu,
    'You are welcome.',
  ],
  [
    /^(?:please\s+)?(?:can you\s+|could you\s+)?(?:write|compose|tell|sing|make up|invent)(?: me| us)?\s+(?:an?|some|the)\s+(?:\w+\s+){0,2}(?:poem|song|joke|story|essay|haiku|limerick|rap|tale|riddle)\b/iu,
    'These pages are all this assistant quotes from; it writes nothing of its own. Ask about something that the pages explain.',
  ],
  [
    /^(?:who|what) are you[\s!.?]*$|^what can you do(?: for me| here)?[\s!.?]*$|^are you (?:a |an )?(?:bot|robot|human|ai)[\s!.?]*$/iu,
    'This assistant answers from these pages alone and proves every sentence with a quote. Ask about something that the pages explain.',
  ],
];

/** A fixed reply, or `undefined` for anything that deserves a search. */
export function smallTalk(question: string): string | undefined {
  const text = question.trim();
  return REPLIES.find(([pattern]) => pattern.test(text))?.[1];
}
