/** Share of the neighbouring pairs in `asked` that are also neighbours in `tokens`, 0 to 1; 0 if there are no pairs. */
export function pairShare(asked: readonly string[], tokens: readonly string[]): number {
  if (asked.length < 2) return 0;
  const wanted = new Set(asked);
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < tokens.length; i++) {
    // A space is a safe separator: no token contains one.
    if (wanted.has(tokens[i]!) && wanted.has(tokens[i + 1]!)) pairs.add(`${tokens[i]!} ${tokens[i + 1]!}`);
  }
  let found = 0;
  for (let i = 0; i + 1 < asked.length; i++) if (pairs.has(`${asked[i]!} ${asked[i + 1]!}`)) found++;
  return found / (asked.length - 1);
}
