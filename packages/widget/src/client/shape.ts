/** Gives data from outside as what it should be, or throws a `TypeError` that the caller turns into a failure. */
export type Reader<T> = (value: unknown) => T;

function check<T>(isFit: (value: unknown) => boolean, what: string): Reader<T> {
  return (value) => {
    if (!isFit(value)) throw new TypeError(`expected ${what}`);
    return value as T;
  };
}

export const text: Reader<string> = check((value) => typeof value === 'string', 'a string');

/** From 0. */
export const number: Reader<number> = check((value) => Number.isFinite(value) && (value as number) >= 0, 'a number');

/** A footnote number. */
export const index: Reader<number> = check(
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
  'a whole number from 1',
);

export const flag: Reader<boolean> = check((value) => typeof value === 'boolean', 'a flag');

const list: Reader<readonly unknown[]> = check(Array.isArray, 'a list');

const record: Reader<Readonly<Record<string, unknown>>> = check(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
);

export function oneOf<T extends string>(...names: readonly T[]): Reader<T> {
  return check((value) => names.includes(value as T), names.join(' or '));
}

export function listOf<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) => list(value).map((one) => read(one));
}

/** Keeps the members named here, and no others. */
export function objectOf<T extends object>(readers: { readonly [K in keyof T]-?: Reader<T[K]> }): Reader<T> {
  return (value) => {
    const given = record(value);
    const members = Object.entries<Reader<unknown>>(readers);
    return Object.fromEntries(members.map(([name, read]) => [name, read(given[name])])) as T;
  };
}

/** `absent` for what is left out or `null`. */
export function orElse<T, A>(read: Reader<T>, absent: A): Reader<T | A> {
  return (value) => (value === undefined || value === null ? absent : read(value));
}

/** Those of a list that are as they should be; none of what is no list. */
export function fitting<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) =>
    (Array.isArray(value) ? value : []).flatMap((one) => {
      try {
        return [read(one)];
      } catch {
        return [];
      }
    });
}
