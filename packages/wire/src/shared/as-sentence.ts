/** With a capital in front and a stop at the end; `''` for a blank text. */
export function asSentence(text: string): string {
  const clean = text.trim();
  if (clean === '') return '';
  return clean.charAt(0).toUpperCase() + clean.slice(1) + (/[.!?…]$/u.test(clean) ? '' : '.');
}
