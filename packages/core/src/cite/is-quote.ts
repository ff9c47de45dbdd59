/** Whether a statement is one of the quotes, white space around it aside. */
export function isQuote(statement: string, quotes: readonly string[]): boolean {
  const plain = statement.trim();
  return plain !== '' && quotes.some((quote) => quote.trim() === plain);
}
