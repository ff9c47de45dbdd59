import * as fc from 'fast-check';
import type { AskRequest, Decoded } from '../dialect.ts';
import type { DialectSubject } from './dialect-subject.ts';

/** Generates almost valid bodies, and arbitrary ones. */
export function requestBodies({ endpoint, request }: DialectSubject): fc.Arbitrary<unknown> {
  const properties = endpoint.description.request?.()['properties'] ?? {};
  const keys = fc.oneof(fc.constantFrom(...Object.keys(properties), '__proto__', 'constructor'), fc.string());
  const values = fc.oneof(
    { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('', ' ', 'x'.repeat(5001), '\uD800', '\0', 1e308, -0),
  );
  const changed = fc.array(fc.tuple(keys, values), { maxLength: 3 }).map((entries) => {
    // Built as a parser would: `__proto__` is a normal field.
    const whole = Object.entries(request).concat(entries);
    return JSON.parse(`{${whole.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`);
  });
  return fc.oneof({ weight: 4, arbitrary: changed }, fc.jsonValue());
}

/** Returns problems with the handling of a body; empty if it is accepted with a question, or refused with reasons. */
export function requestFindings({ endpoint }: DialectSubject, body: unknown): readonly string[] {
  let decoded: Decoded<AskRequest>;
  try {
    decoded = endpoint.decode({ query: new URLSearchParams(), params: {}, body });
  } catch (error) {
    return [`throws ${String(error)}`];
  }
  if (decoded.kind !== 'ok') {
    const { issues } = decoded;
    if (issues.length === 0) return ['refuses without a reason'];
    return issues.filter(({ message }) => message === '').map(({ path }) => `says nothing of ${path}`);
  }
  const { text } = decoded.value.question;
  const { length } = [...text];
  return text === text.trim() && length > 0 && length <= 2_000
    ? []
    : [`takes the question ${JSON.stringify(text)} (R1)`];
}
