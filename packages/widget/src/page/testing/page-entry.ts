/** All that the tests reach for in a page, as `window.ibidPage`. */
export { captureSelection } from '../capture-selection.ts';
export { findQuote } from '../find/find-quote.ts';
export { keepReveal, takeReveal } from '../keep-reveal.ts';
export { land } from '../land.ts';
export { hashOf } from '../page-address.ts';
export { nearestHeading, pageContext } from '../page-context.ts';
export { plainHost, watchNavigation } from '../plain-host.ts';
export { adoptHighlightStyle, clearHighlight } from '../reveal/highlight.ts';
export { textOf, tryQuotes } from './landing-trial.ts';
