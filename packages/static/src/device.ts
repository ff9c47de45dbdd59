/** Loaded only for readers whose browser has a model, on sites that want it. */
export { askPage } from './ask-page.ts';
export { choosePassages } from './choose-passages.ts';
