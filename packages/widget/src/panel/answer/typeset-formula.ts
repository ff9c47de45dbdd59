/** Loaded when the first formula is shown. */
import { render } from 'katex';

/** Maximum number of macro expansions; more is an error. */
const MOST_STEPS = 500;
/** Maximum size, in em, that the source may set. */
const LARGEST = 20;

/**
 * Converts TeX to MathML, which browsers lay out with their own fonts. Built node by node: nothing in the source becomes HTML
 * markup, an address or a style. Throws if it is not valid TeX.
 */
export function typesetFormula(tex: string, displayMode: boolean): Element {
  const place = document.createElement('span');
  render(tex, place, {
    displayMode,
    output: 'mathml',
    throwOnError: true,
    trust: false,
    strict: 'ignore',
    maxExpand: MOST_STEPS,
    maxSize: LARGEST,
  });
  const formula = place.querySelector('math');
  if (formula === null) throw new Error('The source has given no formula.');
  // The source would be read aloud and found by searches in addition to the formula.
  for (const annotation of formula.querySelectorAll('annotation')) annotation.remove();
  return formula;
}
