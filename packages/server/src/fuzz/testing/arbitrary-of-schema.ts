import type { JsonSchema } from '@ibid/wire';
import * as fc from 'fast-check';

/** Texts known to break parsers, decoders and regular expressions. */
const NASTY = [
  '',
  ' ',
  '\0',
  '\uD800',
  '\u202E',
  '\u200B',
  '__proto__',
  'constructor',
  '%00',
  '%E0%A4%A',
  '../../etc/passwd',
  'http://[::1',
  'https://user:pass@host:99999/%',
  'javascript:alert(1)',
  "'; DROP TABLE sessions; --",
  '" OR 1=1',
  'NEAR( OR AND NOT "',
  '((((((((((a+)+)+)+)+)+)+)+)+)+$',
  '```\n</script><img src=x onerror=alert(1)>',
  'data: x\n\nevent: final\ndata: {}\n\n',
  '[1] [2] p1 p2',
  '-1',
  '1e309',
  'NaN',
  '🦜'.repeat(30),
];

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(...NASTY),
  fc.constantFrom('What is the default for retries?', 'How do I install it?', 'retries', 'and from source?'),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.uuid(),
);
const numbers = fc.oneof(
  fc.integer({ min: -2, max: 55 }),
  fc.double(),
  fc.double({ min: 0, max: 1, noNaN: true }),
  fc.constantFrom(-0, 1e308, -1e308, 0.5),
);
/** Ids of conversations that exist during the run. There are many because each takes at most fifty turns. */
export const KNOWN_SESSIONS: readonly string[] = Array.from(
  { length: 100 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

function numbersOf({ type, minimum, maximum }: JsonSchema): fc.Arbitrary<number> {
  const [min, max] = [Number(minimum ?? 0), Math.min(Number(maximum ?? 1_000), 1_000_000)];
  const within =
    type === 'integer' ? fc.integer({ min: Math.max(min, -1_000), max }) : fc.double({ min, max, noNaN: true });
  return fc.oneof({ weight: 6, arbitrary: within }, { weight: 1, arbitrary: numbers });
}

const anything = fc.oneof(
  fc.json().map((json) => JSON.parse(json) as unknown),
  texts,
  numbers,
);

/**
 * Generates values close to a schema. Most have the right shape, so that they pass the first check. Any member may be missing, `null`,
 * hostile or of another type, and there may be extra members.
 */
export function arbitraryOfSchema(schema: JsonSchema, name = '', depth = 0): fc.Arbitrary<unknown> {
  const right = rightOf(schema, name, depth);
  return fc.oneof(
    { weight: 20, arbitrary: right },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: fc.constant(null) },
  );
}

function rightOf(schema: JsonSchema, name: string, depth: number): fc.Arbitrary<unknown> {
  const { type, properties, items, enum: values, anyOf, oneOf, const: value } = schema;
  if (value !== undefined) return fc.constant(value);
  if (Array.isArray(values)) return fc.constantFrom(...(values as unknown[]));
  // Conditions on an object, for example that one of two names is present, are not separate shapes.
  if (type === 'object' || properties !== undefined)
    return objectOf(properties as Readonly<Record<string, JsonSchema>>, schema, depth);
  const variants = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined;
  if (variants !== undefined) return fc.oneof(...variants.map((variant) => rightOf(variant, name, depth)));
  if (type === 'array') {
    const item = depth > 3 || items === undefined ? anything : arbitraryOfSchema(items as JsonSchema, name, depth + 1);
    return fc.array(item, { maxLength: 4 });
  }
  if (type === 'integer' || type === 'number') return numbersOf(schema);
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type !== 'string') return anything;
  return /(?:session|conversation)_id$/u.test(name) ? fc.oneof(fc.constantFrom(...KNOWN_SESSIONS), texts) : texts;
}

function objectOf(
  properties: Readonly<Record<string, JsonSchema>> | undefined,
  schema: JsonSchema,
  depth: number,
): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties ?? {}).map(([name, field]): [string, fc.Arbitrary<unknown>] => [
    name,
    arbitraryOfSchema(field, name, depth + 1),
  ]);
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  // A question is often required though no schema says so, so its first name must be present.
  const first = fields.find(([name]) => name === 'query_text' || name === 'query')?.[0];
  const needed = fields.filter(([name]) => required.has(name) || name === first).map(([name]) => name);
  const optional = fields.filter(([name]) => !needed.includes(name)).map(([name]) => name);
  // Only a few optional fields at once: requests with two different values for one field under two names are refused.
  const known = fc.subarray(optional, { maxLength: Math.min(3, optional.length) }).chain((chosen) => {
    const present = fields.filter(([name]) => needed.includes(name) || chosen.includes(name));
    return fc.oneof(
      { weight: 12, arbitrary: fc.record(Object.fromEntries(present)) },
      { weight: 1, arbitrary: fc.record(Object.fromEntries(present), { requiredKeys: [] }) },
    );
  });
  const extra = fc.dictionary(fc.oneof(fc.constantFrom('__proto__', 'toString', 'x'), texts), anything, { maxKeys: 2 });
  return fc.oneof(
    { weight: 8, arbitrary: known },
    { weight: 1, arbitrary: fc.tuple(known, extra).map(([a, b]) => ({ ...a, ...b })) },
  );
}
