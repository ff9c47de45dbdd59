export { directionOf } from './words.ts';
export { fill } from './words.ts';
export { loadMessages } from './load-messages.ts';
export type { Messages } from './en.ts';
