import { expect, test } from 'vitest';
import type { ContractField, ContractRule } from './contracts/contract-document.ts';
import { replyFindings, ruleFindings } from './structure/reply-findings.ts';
import { requestFindings } from './structure/request-findings.ts';
import { schemaFindings } from './structure/schema-findings.ts';
import type { ReplySubject, RequestSubject } from './structure/subject.ts';

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
const IN_CONTEXT: ContractRule = { kind: 'in-context', field: 'ids' };
/** A decoder that takes any number of cups. */
const careless: RequestSubject<unknown> = {
  schema: {},
  valid: { cups: 3 },
  reads: { cups: (cups) => cups },
  decode: (body) => ({ kind: 'ok', value: (body as { cups?: unknown }).cups || 2, echo: {}, notes: [] }),
};
const $defs = { cups: { type: ['integer', 'null'], minimum: 1, maximum: 7, default: 2 } };
const schema = { properties: { cups: { anyOf: [{ $ref: '#/$defs/cups' }] } }, $defs };

function reply(ids: unknown): ReplySubject {
  return { schema: undefined, samples: [{ name: 'one', body: { ids }, chunkIds: ['a'] }] };
}

test.each<[defect: string, findings: readonly string[], expected: string]>([
  ['a request field out of its range that is taken', requestFindings(careless, CUPS), 'cups: 7 is ok, not invalid'],
  ['another bound in the schema', schemaFindings(schema, CUPS, {}), "the schema's cups takes 7"],
  ['a reply field that is absent', replyFindings(reply(undefined), IDS, {}), 'one: ids is absent'],
  ['an item of another type', replyFindings(reply([7]), IDS, {}), 'one: ids.0 is of type integer, not string'],
  ['a list that is always empty', replyFindings(reply([]), IDS, {}), 'no sample has an item in ids'],
  ['an id of another context', ruleFindings(reply(['z']), IN_CONTEXT), 'one: ids names z, which is no chunk of'],
])('%s is found', (_, findings, expected) => {
  expect(findings.join('\n')).toContain(expected);
});
