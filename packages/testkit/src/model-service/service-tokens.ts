/** The service's own measure unless another is given: a token for each four bytes of UTF-8, rounded up. */
export function serviceTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text, 'utf8') / 4);
}
