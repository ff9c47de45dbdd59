import type { CapturedSelection } from '../../exchange/exchange.ts';

/** A passage selected by a reader. */
export const selection: CapturedSelection = {
  text: 'A topic.',
  url: 'https://docs.test/a',
  section: 'topics',
  place: 'Topics',
};
