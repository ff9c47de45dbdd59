/** True if a statement equals one of the quotes, apart from white space at the ends. */
export function isQuote(statement: string, quotes: readonly string[]): boolean {
  const plain = statement.trim();
  return plain !== '' && quotes.some((quote) => quote.trim() === plain);
}
