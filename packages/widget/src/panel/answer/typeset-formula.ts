/** Loaded when the first formula is shown. */
import { render } from 'katex';

/** Steps of expansion. A formula that needs more is no formula. */
const MOST_STEPS = 500;
/** In em, of what the source gives a size of its own. */
const LARGEST = 20;

/**
 * TeX as MathML, which browsers lay out with fonts of their own. Built node by node: nothing in the source becomes markup, an address or
 * a style. Throws for what is no TeX.
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
  // The source would be read out and searched beside what it shows.
  for (const annotation of formula.querySelectorAll('annotation')) annotation.remove();
  return formula;
}
