import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { numberIn } from '../shared/fields.ts';
import { optionalText } from '../shared/fields.ts';
import { checkStructure } from './check-structure.ts';
import { replyCases, requestCases } from './structure/field-cases.ts';
import { BILL, bills, CUP, GUEST, ORDER, orders, TEA, type Order } from './structure/structure-fixture.ts';
import type { FieldCase, ReplySubject, RequestSubject } from './structure/subject.ts';

const findings = (cases: readonly FieldCase[]): readonly string[] => cases.flatMap((one) => one.findings());
const ofOrders = <T>(subject: RequestSubject<T>): readonly string[] =>
  findings(requestCases({ structure: TEA.Order, structures: TEA }, subject));
const ofBills = (subject: ReplySubject): readonly string[] =>
  findings(replyCases({ structure: TEA.Bill, structures: TEA }, subject));

describe('requests', () => {
  test('as written give a case for each field and no finding', () => {
    const cases = requestCases({ structure: TEA.Order, structures: TEA }, orders());
    expect(cases.map(({ title }) => title)).toEqual([
      'takes `guest`: str, required, 1 to 20 characters',
      'takes `note`: str, optional',
      'takes `cups`: int, optional, by default 2, 1 to 6',
      'takes `strength`: float, optional, 0 to 1',
      'takes `leaf`: str, required, green | black',
    ]);
    expect(findings(cases)).toEqual([]);
  });

  test.each<[fault: string, subject: RequestSubject<Order>, finding: string]>([
    ['a field that nobody reads', orders(without('note')), "the schema's note is absent"],
    ['a field that changes nothing', forgetful('strength'), 'strength changes nothing'],
    [
      'a field that arrives as another value',
      orders({ ...ORDER, guest: GUEST.transform((text) => text.slice(0, 9)) }),
      'guest: "w',
    ],
    ['a required field that may be left out', orders({ ...ORDER, guest: optionalText(20) }), 'guest: absence is ok'],
    [
      'a required field that may be blank',
      orders({ ...ORDER, guest: z.string().max(20, 'guest 20') }),
      'guest: "" is ok',
    ],
    [
      'an optional field that must be given',
      orders({ ...ORDER, note: z.string('must be text') }),
      'note: absence is not taken',
    ],
    [
      'an optional field that may not be null',
      orders({ ...ORDER, note: z.string('must be text').optional() }),
      'note: null is not taken',
    ],
    [
      'blank text that is not absence',
      orders({
        ...ORDER,
        note: z
          .string('must be text')
          .nullish()
          .transform((text) => text ?? undefined),
      }),
      'note: "" is not the same as its absence',
    ],
    ['another default', orders({ ...ORDER, cups: numberIn(1, 6, 'whole', 3) }), 'cups is 3 by default, not 2'],
    [
      'a default that is not published',
      orders({ ...ORDER, cups: numberIn(1, 6, 'whole') }),
      'cups has default undefined, not 2',
    ],
    ['a default without a way to see it', { ...orders(), reads: {} }, '`reads` does not say where cups ends up'],
    ['a range that starts later', orders({ ...ORDER, cups: numberIn(2, 6, 'whole', 2) }), 'cups: 1 is not taken'],
    ['a range that ends later', orders({ ...ORDER, cups: numberIn(1, 7, 'whole', 2) }), 'cups: 7 is ok, not invalid'],
    ['a value clamped in silence', orders({ ...ORDER, strength: clamped() }), 'strength: 1.001 is ok, not invalid'],
    [
      'fractions where whole numbers are written',
      orders({ ...ORDER, cups: numberIn(1, 6, 'any', 2) }),
      'cups: 1.5 is ok',
    ],
    ['numbers in text', orders({ ...ORDER, leaf: z.any() }), 'leaf: 7 is ok'],
    [
      'an unknown value taken',
      orders({ ...ORDER, leaf: z.enum(['green', 'black', 'none-of-them']) }),
      'leaf: "none-of-them" is ok',
    ],
    ['a value that is missing', orders({ ...ORDER, leaf: z.literal('green') }), 'leaf: "black" is not taken'],
    [
      'a shorter text limit',
      orders({ ...ORDER, guest: GUEST.refine(({ length }) => length < 20, 'too long') }),
      'guest: "wwwwwwwwwwwwwwwwwwww" is not taken',
    ],
    [
      'a limit in UTF-16 units',
      orders({ ...ORDER, guest: GUEST.refine(({ length }) => length <= 20, 'too long') }),
      'guest: "𝄞',
    ],
    ['a refusal without the field', renamed('body'), 'is refused without naming the field'],
    ['a refusal without value and range', worded('`cups` is wrong'), 'is refused without saying 0, 1, 6'],
    ['a refusal of the other kind', { ...orders(), metBy: () => 'refused' }, 'is invalid, not refused'],
    [
      'a valid body that lacks a field',
      { ...orders(), valid: { guest: 'Ada', leaf: 'green' } },
      'the valid body has no cups',
    ],
    [
      'a valid body with a default',
      { ...orders(), valid: { ...orders().valid, cups: 2 } },
      'the valid body has the default of cups',
    ],
  ])('%s is found', (_, subject, finding) => {
    expect(ofOrders(subject).join('\n')).toContain(finding);
  });

  test('bounds of our own rules are checked like those of the document', () => {
    expect(ofOrders({ ...orders(), also: { note: { maxLength: 100 } } })).toEqual([]);
    expect(ofOrders({ ...orders(), also: { note: { maxLength: 99 } } }).join('\n')).toContain('is ok, not invalid');
    expect(() => ofOrders({ ...orders(), also: { milk: { maxLength: 99 } } })).toThrow('`milk`');
  });
});

describe('replies', () => {
  test('as written give a case for each field and rule, and no finding', () => {
    const cases = replyCases({ structure: TEA.Bill, structures: TEA }, bills());
    expect(cases.map(({ title }) => title)).toEqual([
      'gives `status`: str, required, served | sold_out',
      'gives `text`: str, required',
      'gives `cups`: list[Cup], required',
      'gives `hints`: list[str], optional',
      '`text` is present when `status` is served',
      '`cups` names only chunks of the context',
    ]);
    expect(findings(cases)).toEqual([]);
  });

  test.each<[fault: string, subject: ReplySubject, finding: string]>([
    ['a field left out', bills({ hints: undefined }), 'served: hints is absent'],
    ['null where a value is required', bills({ text: null }), 'served: text is null'],
    ['a value of another type', bills({ text: 7 }), 'served: text is of type integer, not string'],
    ['a value that is not allowed', bills({ status: 'spilt' }), 'served: status is "spilt"'],
    ['an item without a field', cup({ number: undefined }), 'served: cups.0.number is absent'],
    ['a fraction in a whole number', cup({ number: 1.5 }), 'cups.0.number is of type number, not integer'],
    ['a number out of its range', cup({ warmth: 1.2 }), 'cups.0.warmth is 1.2, above 1'],
    ['an empty id', cup({ chunk_id: '' }), 'cups.0.chunk_id has 0 characters'],
    ['an item of another type', bills({ hints: ['hot', 7] }), 'hints.1 is of type integer'],
    ['a list that is always empty', bills({ cups: [] }), 'no sample has an item in cups'],
    ['a field that is always null', bills({ hints: null }), 'no sample has a value in hints'],
    ['emptiness against a rule', bills({ text: '' }), 'text is empty although status is served'],
    ['a rule that no sample touches', bills({ status: 'sold_out' }), 'no sample has status served'],
    ['a chunk of another context', cup({ chunk_id: 'z' }), 'cups names z, which is no chunk of the context'],
    ['a forbidden field that is there', { ...bills(), without: { hints: 'a rule' } }, 'hints is there against a rule'],
    ['a schema without the field', bills({}, without('text', BILL)), "the schema's text is absent"],
    ['a schema with another type', bills({}, { ...BILL, text: z.number() }), 'text is of type number, not string'],
    ['a schema that allows null', bills({}, { ...BILL, text: z.string().nullable() }), 'text may be null'],
    ['a schema that does not', bills({}, { ...BILL, hints: z.array(z.string()) }), 'hints may not be null'],
    ['a schema that leaves it open', bills({}, { ...BILL, text: z.string().optional() }), 'text is not required'],
    ['a schema with other values', bills({}, { ...BILL, status: z.enum(['served']) }), 'status allows ["served"]'],
    [
      'a schema with other items',
      bills({}, { ...BILL, hints: z.array(z.int()).nullable() }),
      'hints[] is of type integer',
    ],
    [
      'a schema with another field in an item',
      bills({}, { ...BILL, cups: z.array(z.object({ ...CUP, warmth: z.number().min(0).max(2) })) }),
      'cups[].warmth has maximum 2, not 1',
    ],
  ])('%s is found', (_, subject, finding) => {
    expect(ofBills(subject).join('\n')).toContain(finding);
  });

  test('a schema is read through references and alternatives', () => {
    const { schema, ...others } = bills();
    const properties = schema!['properties'] as Record<string, unknown>;
    const $defs = { text: { anyOf: [{ $ref: '#/$defs/word' }] }, word: { allOf: [{ type: 'string' }] } };
    const referring = { ...schema, properties: { ...properties, text: { $ref: '#/$defs/text' } }, $defs };
    expect(ofBills({ ...others, schema: referring })).toEqual([]);
    const wrong = { ...referring, $defs: { ...$defs, word: { type: ['integer', 'null'] } } };
    expect(ofBills({ ...others, schema: wrong })).not.toEqual([]);
  });
});

checkStructure('C1', 'Citation', {
  reply: {
    schema: undefined,
    samples: [{ name: 'one', body: { source_url: 'https://a.example/', section: 'One', raw_text_snippet: 'Two.' } }],
  },
});

function cup(change: object): ReplySubject {
  return bills({ cups: [{ chunk_id: 'a', warmth: 1, number: 1, ...change }] });
}

function without(name: string, shape: z.ZodRawShape = ORDER): z.ZodRawShape {
  return Object.fromEntries(Object.entries(shape).filter(([key]) => key !== name));
}

function forgetful(name: string): RequestSubject<Order> {
  const base = orders();
  return {
    ...base,
    decode: (body) => {
      const decoded = base.decode(body);
      return decoded.kind === 'ok' ? { ...decoded, value: { ...decoded.value, [name]: 0 } } : decoded;
    },
  };
}

function renamed(path: string): RequestSubject<Order> {
  const base = orders();
  return {
    ...base,
    decode: (body) => {
      const decoded = base.decode(body);
      if (decoded.kind !== 'invalid') return decoded;
      return { ...decoded, issues: decoded.issues.map((issue) => ({ ...issue, path })) };
    },
  };
}

function worded(message: string): RequestSubject<Order> {
  const base = orders();
  return {
    ...base,
    decode: (body) => {
      const decoded = base.decode(body);
      if (decoded.kind !== 'invalid') return decoded;
      return { ...decoded, issues: decoded.issues.map((issue) => ({ ...issue, message })) };
    },
  };
}

function clamped(): z.ZodType {
  return z
    .number('must be a number')
    .nullish()
    .transform((value) => (value == null ? undefined : Math.min(1, Math.max(0, value))));
}
