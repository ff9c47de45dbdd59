/**
 * "What is it?", "How does it differ from …?": here the topic can stand for the pronoun, which tells what kind of question it
 * is. Groups: what stands before the pronoun, and behind it.
 */
export const ASKS_WHAT: RegExp =
  /^((?:what|who)(?:['’]s| is| are| was| were| do| does)|how (?:do|does|is|are)) (?:it|this|that|these|those|they|he|she)( mean| stand for| do| differ(?:ent)? from [^?]+)?[\s?.!]*$/iu;
