/** Makes Unicode well-formed, removes NUL and trims white space. Text of only invisible characters becomes `''`. */
export function cleanText(text: string): string {
  const clean = text.toWellFormed().replaceAll('\0', '').trim();
  return /[^\p{C}\p{Z}]/u.test(clean) ? clean : '';
}
