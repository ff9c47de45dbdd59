export type Path = readonly string[];

/** Paths to all members of plain data, at any depth. */
export function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  const below = Object.entries(typeof value === 'object' && value !== null ? value : {});
  return [...(path.length === 0 ? [] : [path]), ...below.flatMap(([key, one]) => pathsIn(one, [...path, key]))];
}
