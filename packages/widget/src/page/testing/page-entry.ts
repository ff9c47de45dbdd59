/** Everything the tests use in a page, as `window.ibidPage`. */
import type { CapturedSelection } from '../../exchange/exchange.ts';
import { markedPassage } from '../../launcher/selection-button.ts';

export { findQuote } from '../find/find-quote.ts';
export { land } from '../land.ts';
export { nearestHeading, pageContext } from '../page-context.ts';
export { plainHost } from '../plain-host.ts';
export { textOf, tryQuotes } from './landing-trial.ts';

/** Captures what is selected in the text elements `content`. */
export async function capture(content: string): Promise<CapturedSelection | undefined> {
  const page = { url: 'https://handbook.example/docs/guide/arm', title: 'Moving the arm' };
  return markedPassage(content, () => ({ ...page, section: undefined, locale: '', version: '' }))?.read();
}
