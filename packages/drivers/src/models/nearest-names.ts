/** Up to `count` of the names, those most like the one that was meant first; by the pairs of letters that they share. */
export function nearestNames(meant: string, names: readonly string[], count: number): readonly string[] {
  const own = pairs(meant);
  return names
    .map((name) => {
      const other = pairs(name);
      const shared = [...own].filter((pair) => other.has(pair)).length;
      return { name, likeness: (2 * shared) / Math.max(1, own.size + other.size) };
    })
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);
}

function pairs(name: string): ReadonlySet<string> {
  const letters = name.toLowerCase();
  return new Set(Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) => letters.slice(at, at + 2)));
}
