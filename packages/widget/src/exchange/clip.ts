/** The first `most` Unicode characters. */
export function clip(text: string, most: number): string {
  return text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join('');
}
