import type { Payload } from '../payload/payload.ts';

/** Those that a page can hold: HTML has no place for other control characters, or for half of a pair. */
export function printable(texts: readonly Payload[]): readonly Payload[] {
  // eslint-disable-next-line no-control-regex -- it is those that are looked for
  const never = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\ufeff]/u;
  return texts.filter(({ template }) => !never.test(template) && template.isWellFormed());
}
