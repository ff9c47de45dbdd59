import { z } from 'zod';
import type { ContractStructure } from '../contracts/contract-document.ts';
import type { Decoded } from '../../dialect.ts';
import { describeIssues } from '../../shared/read-request.ts';
import { numberIn } from '../../shared/fields.ts';
import { optionalText } from '../../shared/fields.ts';
import { textField } from '../../shared/fields.ts';
import { toJsonSchema } from '../../shared/fields.ts';
import type { ReplySubject, RequestSubject } from './subject.ts';

const required = { nullable: false, required: true } as const;
const optional = { nullable: true, required: false } as const;

/** An invented contract: orders of tea. */
export const TEA: Readonly<Record<'Order' | 'Bill' | 'Cup', ContractStructure>> = {
  Order: {
    fields: [
      { name: 'guest', written: 'str', type: 'string', ...required, minLength: 1, maxLength: 20 },
      { name: 'note', written: 'str, optional', type: 'string', ...optional },
      { name: 'cups', written: 'int, optional', type: 'integer', ...optional, default: 2, minimum: 1, maximum: 6 },
      { name: 'strength', written: 'float, optional', type: 'number', ...optional, minimum: 0, maximum: 1 },
      { name: 'leaf', written: 'str', type: 'string', ...required, allowed: ['green', 'black'] },
    ],
  },
  Bill: {
    fields: [
      { name: 'status', written: 'str', type: 'string', ...required, allowed: ['served', 'sold_out'] },
      { name: 'text', written: 'str', type: 'string', ...required },
      { name: 'cups', written: 'list[Cup]', type: 'array', items: { type: 'object', structure: 'Cup' }, ...required },
      { name: 'hints', written: 'list[str], optional', type: 'array', items: { type: 'string' }, ...optional },
    ],
    rules: [
      { kind: 'present-when', field: 'text', other: 'status', is: 'served' },
      { kind: 'in-context', field: 'cups' },
    ],
  },
  Cup: {
    fields: [
      { name: 'chunk_id', written: 'str', type: 'string', ...required, minLength: 1 },
      { name: 'warmth', written: 'float', type: 'number', ...required, minimum: 0, maximum: 1 },
      { name: 'number', written: 'int', type: 'integer', ...required },
    ],
  },
};

/** Text of 1 to 20 characters. */
export const GUEST: z.ZodType<string> = textField(20)
  .meta({ minLength: 1 })
  .refine((value) => value !== '', 'must not be blank');
export const ORDER: z.ZodRawShape = {
  guest: GUEST,
  note: optionalText(100),
  cups: numberIn(1, 6, 'whole', 2),
  strength: numberIn(0, 1),
  leaf: z.enum(['green', 'black'], 'must be `green` or `black`'),
};

export type Order = Readonly<Record<string, unknown>>;

/** Creates a decoder of orders with these fields. */
export function orders(shape: z.ZodRawShape = ORDER): RequestSubject<Order> {
  const schema = z.object(shape);
  return {
    schema: toJsonSchema(schema, 'input'),
    decode(body): Decoded<Order> {
      const parsed = schema.safeParse(body);
      if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
      return { kind: 'ok', value: parsed.data, echo: {}, notes: [] };
    },
    valid: { guest: 'Ada', note: 'no milk', cups: 3, strength: 0.25, leaf: 'green' },
    reads: { guest: (order) => order['guest'], cups: (order) => order['cups'] },
  };
}

export const CUP: z.ZodRawShape = {
  chunk_id: z.string().min(1),
  warmth: z.number().min(0).max(1),
  number: z.int(),
};
export const BILL: z.ZodRawShape = {
  status: z.enum(['served', 'sold_out']),
  text: z.string(),
  cups: z.array(z.object(CUP)),
  hints: z.array(z.string()).nullable(),
};
const SERVED = {
  status: 'served',
  text: 'Two cups.',
  cups: [
    { chunk_id: 'a', warmth: 1, number: 1 },
    { chunk_id: 'b', warmth: 0.5, number: 2 },
  ],
  hints: ['hot'],
};
const SOLD_OUT = { status: 'sold_out', text: '', cups: [], hints: null };

/** Creates bills with this schema. `change` is applied to the bill that was served. */
export function bills(change: Readonly<Record<string, unknown>> = {}, shape: z.ZodRawShape = BILL): ReplySubject {
  return {
    schema: toJsonSchema(z.object(shape), 'output'),
    samples: [
      { name: 'served', body: { ...SERVED, ...change }, chunkIds: ['a', 'b', 'c'] },
      { name: 'sold out', body: SOLD_OUT },
    ],
  };
}
