export { directionOf } from './direction-of.ts';
export { fill } from './fill.ts';
export { loadMessages } from './load-messages.ts';
export type { Messages } from './messages.ts';
