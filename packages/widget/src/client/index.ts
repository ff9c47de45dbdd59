/** Asks an Ibid server from a browser, or from wherever `fetch` is. Needs no framework and no DOM. */
export { askQuestion } from './ask-question.ts';
export type { AskOptions, AskTimeouts } from './ask-question.ts';
export type { AskEvent, Failure, FailureKind } from './ask-event.ts';
export { sendFeedback } from './send-feedback.ts';
export type { FeedbackRequest, SendFeedbackOptions } from './send-feedback.ts';
export type { AskRequest, Citation, ModelUse, Reply, SectionLink, Statement, StatementKind, Turn } from './wire.ts';
