export { answerBlocks, BOX, markTree, rowCells, sectionName } from './answer-blocks.ts';
export type { AnswerBlock, MarkedNode, MarkNode, Placed } from './answer-blocks.ts';
export { askQuestion, sendFeedback } from './ask-question.ts';
export type { AskOptions, AskTimeouts, FeedbackRequest, SendFeedbackOptions } from './ask-question.ts';
export { AskError, createClient } from './create-client.ts';
export type { AskProgress, CallOptions, Client, ClientOptions } from './create-client.ts';
export { escapeMarkdown, fencedCode, inlineCode, joinMarkdown, oneLine } from './markdown-text.ts';
export { textFragment } from './text-fragment.ts';
export type {
  AnswerParts,
  AskEvent,
  AskRequest,
  Citation,
  Closest,
  Correction,
  Excerpt,
  Failure,
  FailureKind,
  FoundPage,
  FoundSection,
  LitText,
  Mark,
  MarkKind,
  ModelUse,
  Reply,
  SearchReply,
  SearchRequest,
  SectionLink,
  Shown,
  Statement,
  StatementKind,
  Turn,
  Warning,
} from './wire.ts';
