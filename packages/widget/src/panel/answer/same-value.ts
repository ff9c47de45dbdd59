/** Whether two plain values say the same. A finished reply brings all statements and footnotes again, as other objects. */
export function sameValue(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => sameValue(one[key as keyof object], other[key as keyof object]))
  );
}
