import { shownKey } from './shown-key.ts';

const MOST = 10;

/** Notes about fields that a request has and its schema does not: borrowed vocabularies ignore them, and say so (R3). */
export function unknownFields(body: unknown, known: readonly string[]): readonly string[] {
  if (typeof body !== 'object' || body === null) return [];
  const unknown = Object.keys(body).filter((key) => !known.includes(key));
  const named = unknown
    .slice(0, MOST)
    .map((key) => `unknown_field: \`${shownKey(key)}\` is not a field of this request and was ignored`);
  const more = unknown.length - named.length;
  if (more === 0) return named;
  const rest =
    more === 1 ? '1 more field is none of this request and was' : `${more} more are none of this request and were`;
  return [...named, `unknown_field: ${rest} ignored`];
}
