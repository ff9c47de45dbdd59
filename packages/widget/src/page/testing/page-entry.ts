/** Everything the tests use in a page, as `window.ibidPage`. */
export { captureSelection } from '../capture-selection.ts';
export { findQuote } from '../find/find-quote.ts';
export { land } from '../land.ts';
export { nearestHeading, pageContext } from '../page-context.ts';
export { plainHost } from '../plain-host.ts';
export { textOf, tryQuotes } from './landing-trial.ts';
