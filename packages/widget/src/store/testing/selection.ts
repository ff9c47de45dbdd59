import type { CapturedSelection } from '../../exchange/exchange.ts';

/** A passage as a reader marks it. */
export const selection: CapturedSelection = {
  text: 'A topic.',
  url: 'https://docs.test/a',
  section: 'topics',
  place: 'Topics',
};
