import type { Issue } from '../dialect.ts';

/** One field under several names (R1, R4): the first value given, or an issue where two names carry values that are not the same. */
export function oneOfNames<T extends string | number>(
  names: Readonly<Record<string, T | undefined>>,
  isSame: (one: T, other: T) => boolean = (one, other) => one === other,
): { readonly value: T | undefined; readonly issue?: Issue } {
  const given = Object.entries(names).filter((entry): entry is [string, T] => entry[1] !== undefined);
  const [first, ...others] = given;
  const other = others.find(([, value]) => first !== undefined && !isSame(value, first[1]));
  if (first === undefined || other === undefined) return { value: first?.[1] };
  return {
    value: undefined,
    issue: {
      path: other[0],
      message: `\`${first[0]}\` and \`${other[0]}\` are two names of one field and differ; send one of them`,
    },
  };
}
