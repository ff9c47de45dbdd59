/** The state of a panel and all that it does, without a framework: made for `useSyncExternalStore` and its like. */
export { answerMarkdown } from '../exchange/answer-markdown.ts';
export { answerGroups } from '../exchange/answer-layout.ts';
export type { AnswerGroup } from '../exchange/answer-layout.ts';
export { ASK_LIMITS } from '../exchange/request-of.ts';
export type {
  AskedScope,
  CapturedSelection,
  Exchange,
  ExchangeState,
  Feedback,
  FeedbackReason,
} from '../exchange/exchange.ts';
export { foldEvent } from '../exchange/fold-event.ts';
export { newExchange } from '../exchange/exchange.ts';
export { requestOf } from '../exchange/request-of.ts';
export { createPanelStore } from './create-panel-store.ts';
export type { PanelStoreOptions } from './create-panel-store.ts';
export type { PanelState, PanelStore } from './panel-store.ts';
export type { KeyValueStorage, Surroundings } from './surroundings.ts';
