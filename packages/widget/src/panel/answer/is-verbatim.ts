/** Whether these are the page's own words: such text is shown as it is, for its asterisks and backticks are asterisks and backticks. */
export function isVerbatim(text: string, quotes: readonly string[]): boolean {
  const words = plain(text);
  return quotes.some((quote) => plain(quote).includes(words));
}

/** Spaces, line breaks and the bars between cells differ between a statement and its quote. */
function plain(text: string): string {
  return text.replaceAll(/[\s|]+/gu, ' ').trim();
}
