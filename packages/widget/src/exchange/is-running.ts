import type { Exchange } from './exchange.ts';

/** Whether more of it can come. */
export function isRunning({ state }: Pick<Exchange, 'state'>): boolean {
  return state === 'loading' || state === 'streaming';
}
