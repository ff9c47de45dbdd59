/** Readers of data from outside: each gives the value as its type, or throws a `TypeError` that the caller turns into a failure. */
export const shape = {
  record: (value: unknown): Readonly<Record<string, unknown>> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unfit('an object');
    return value as Readonly<Record<string, unknown>>;
  },
  text: (value: unknown): string => {
    if (typeof value !== 'string') throw unfit('a string');
    return value;
  },
  /** A number that is finite and not below `least`. */
  number: (value: unknown, least = 0): number => {
    if (!Number.isFinite(value) || (value as number) < least) throw unfit('a number');
    return value as number;
  },
  /** A footnote number. */
  index: (value: unknown): number => {
    if (!Number.isSafeInteger(value)) throw unfit('a whole number');
    return shape.number(value, 1);
  },
  flag: (value: unknown): boolean => {
    if (typeof value !== 'boolean') throw unfit('a flag');
    return value;
  },
  list: <T>(value: unknown, read: (one: unknown) => T): readonly T[] => {
    if (!Array.isArray(value)) throw unfit('a list');
    return value.map((one) => read(one));
  },
  oneOf: <T extends string>(value: unknown, names: readonly T[]): T => {
    if (!names.includes(value as T)) throw unfit('a known name');
    return value as T;
  },
} as const;

function unfit(what: string): TypeError {
  return new TypeError(`expected ${what}`);
}
