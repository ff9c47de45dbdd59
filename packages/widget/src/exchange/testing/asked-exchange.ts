import { newExchange, type AskedScope, type Exchange } from '../exchange.ts';

export const WIDE: AskedScope = {
  selection: undefined,
  onlySelection: false,
  page: undefined,
  section: undefined,
  locale: '',
  version: '',
};

export function askedExchange(change: Partial<Exchange> = {}): Exchange {
  const exchange = newExchange({ id: 'exchange-1', question: 'What is a topic?', scope: WIDE, askedAt: 1 });
  return { ...exchange, ...change };
}
