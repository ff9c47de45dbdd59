/** Well-formed Unicode without NUL and outer white space; text of invisible characters alone becomes `''`. */
export function cleanText(text: string): string {
  const clean = text.toWellFormed().replaceAll('\0', '').trim();
  return /[^\p{C}\p{Z}]/u.test(clean) ? clean : '';
}
