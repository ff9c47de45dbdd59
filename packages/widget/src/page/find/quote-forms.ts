import { foldText } from './fold-text.ts';

/**
 * What a quote may look like on the page, folded, likeliest first: as it is, and without what the index writes and a page draws
 * (list markers, quote bars, code fences, the lines around formulas, signs of headings, borders of cells). Empty for a blank one.
 */
export function quoteForms(quote: string): readonly string[] {
  return [...new Set([foldText(quote), foldText(withoutDrawn(quote))])].filter((form) => form !== '');
}

export function withoutDrawn(quote: string): string {
  return quote
    .replace(/^[ \t>]*(?:`{3,}[^\n`]*|\$\$)[ \t]*$/gm, '')
    .replace(/^[ \t]*(?:> ?)+/gm, '')
    .replace(/^[ \t]*(?:(?:[-*•]|\d+[.)]|#{1,6})[ \t]+)+/gm, '')
    .replace(/^\| | \|(?= |$)/gm, ' ');
}
