import type { Statement } from '../../client/wire.ts';

/**
 * Footnote numbers to show after each statement of a part. A run of statements with the same footnotes carries them once, at its end;
 * a number is named once for each statement.
 */
export function referencesOf(statements: readonly Statement[]): readonly (readonly number[])[] {
  const all = statements.map(({ citations }) => [...new Set(citations)]);
  return all.map((numbers, at) => (isSame(numbers, all[at + 1]) ? [] : numbers));
}

function isSame(one: readonly number[], other: readonly number[] | undefined): boolean {
  return other !== undefined && one.length === other.length && one.every((number) => other.includes(number));
}
