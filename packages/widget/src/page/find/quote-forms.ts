import { foldText } from './fold-text.ts';

/**
 * What a quote may look like on the page, folded, likeliest first: as it is, and without what the index writes and a page draws
 * (list markers, quote bars, signs of headings, borders of cells, the lines around code and formulas). Empty for a blank one.
 */
export function quoteForms(quote: string): readonly string[] {
  const forms = [quote, withoutDrawn(quote), withoutDrawn(quote, true)].map(foldText);
  return [...new Set(forms)].filter((form) => form !== '');
}

const FENCE = /^[ \t>]*(?:`{3,}[^\n`]*|\$\$)[ \t]*$/;

/** Cells stand on lines of their own then. Code between fences keeps its signs; a quote may begin inside of it: `isInside`. */
export function withoutDrawn(quote: string, isInside = false): string {
  let inside = isInside;
  const lines = quote.split('\n').map((line) => {
    if (FENCE.test(line)) {
      inside = !inside;
      return '';
    }
    if (inside) return line;
    return line
      .replace(/^[ \t]*(?:> ?)+/, '')
      .replace(/^[ \t]*(?:(?:[-*•]|\d+[.)]|#{1,6})[ \t]+)+/, '')
      .replace(/^\| | \|(?= |$)/g, '\n');
  });
  return lines.join('\n');
}
