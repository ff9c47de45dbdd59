export { askQuestion, sendFeedback } from './ask-question.ts';
export type { AskOptions, AskTimeouts, FeedbackRequest, SendFeedbackOptions } from './ask-question.ts';
export { AskError, createClient } from './create-client.ts';
export type { AskProgress, CallOptions, Client, ClientOptions } from './create-client.ts';
export type * from './wire.ts';
