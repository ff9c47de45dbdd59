/** The option that was probably meant; `undefined` when none is near. */
export function nearestOption(given: string, names: readonly string[]): string | undefined {
  const most = Math.max(1, Math.floor(given.length / 3));
  const [best] = names
    .map((name) => ({ name, changes: changesBetween(plain(given), plain(name)) }))
    .filter(({ changes }) => changes <= most)
    .sort((a, b) => a.changes - b.changes);
  return best?.name;
}

/** Capitals, hyphens and underscores are no difference. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/gu, '');
}

/** Fewest letters to put in, take out or replace. */
function changesBetween(a: string, b: string): number {
  let last = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(row[j - 1]! + 1, last[j]! + 1, replaced);
    }
    last = row;
  }
  return last[b.length]!;
}
