/** All that the tests reach for in a page, as `window.ibidPage`. */
export {
  adoptHighlightStyle,
  captureSelection,
  clearHighlight,
  findQuote,
  hashOf,
  keepReveal,
  land,
  nearestHeading,
  pageContext,
  plainHost,
  takeReveal,
  watchNavigation,
} from '../index.ts';
export { textOf, tryQuotes } from './landing-trial.ts';
