/** Orders best first, equals by id: for passages the order of point ids is that of chunk ids, but for chunks that share 48 bits. */
export function byScore(
  a: { readonly score: number; readonly id: string },
  b: { readonly score: number; readonly id: string },
): number {
  return b.score - a.score || (a.id < b.id ? -1 : 1);
}
