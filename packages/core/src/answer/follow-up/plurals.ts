/** The nouns of a list and their plurals; forms that nobody writes do no harm. */
export function plurals(list: string): readonly string[] {
  const nouns = list.trim().split(/\s+/u);
  return nouns.flatMap((noun) => [noun, `${noun}s`, `${noun.replace(/y$/u, 'ie')}s`]);
}
