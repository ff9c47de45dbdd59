import { expect, test } from 'vitest';
import { requestFindings, schemaFindings, type RequestSubject } from './check-structure.ts';
import type { ContractField } from './contracts/contract-fields.ts';

const CUPS: ContractField = {
  name: 'cups',
  written: 'int, optional',
  type: 'integer',
  nullable: true,
  required: false,
  default: 2,
  minimum: 1,
  maximum: 6,
};
const IDS: ContractField = {
  name: 'ids',
  written: 'list[str]',
  type: 'array',
  items: { type: 'string' },
  nullable: false,
  required: true,
};
/** A decoder that takes any number of cups. */
const careless: RequestSubject<unknown> = {
  schema: {},
  valid: { cups: 3 },
  reads: { cups: (cups) => cups },
  decode: (body) => ({ kind: 'ok', value: (body as { cups?: unknown }).cups || 2, echo: {}, notes: [] }),
};
const $defs = { cups: { type: ['integer', 'null'], minimum: 1, maximum: 7, default: 2 } };
const cups = { properties: { cups: { anyOf: [{ $ref: '#/$defs/cups' }] } }, $defs };
const ids = { properties: { ids: { type: ['array', 'null'], items: { type: 'integer' } } } };

test.each<[defect: string, findings: readonly string[], expected: string]>([
  ['a request field out of its range that is taken', requestFindings(careless, CUPS), 'cups: 7 is ok, not invalid'],
  ['another bound in the schema', schemaFindings(cups, CUPS, {}), "the schema's cups takes 7"],
  ['a reply field that is absent', schemaFindings({ properties: {} }, IDS, {}), "the schema's ids is absent"],
  ['a reply field that may be absent', schemaFindings(ids, IDS, {}), "the schema's ids is not required"],
  ['a reply field that may be null', schemaFindings(ids, IDS, {}), "the schema's ids takes null"],
  ['an item of another type', schemaFindings(ids, IDS, {}), "the schema's ids[] takes 7"],
])('%s is found', (_, findings, expected) => {
  expect(findings.join('\n')).toContain(expected);
});
