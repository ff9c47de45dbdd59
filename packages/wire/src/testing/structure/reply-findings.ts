import type { ContractField, ContractRule, ContractStructure } from '../contracts/contract-document.ts';
import { jsonType } from './json-type.ts';
import type { ReplySample, ReplySubject } from './subject.ts';
import { valueFindings } from './value-findings.ts';

/** Returns differences between a field in sample replies and the document. A field that appears in no sample is also reported. */
export function replyFindings(
  subject: ReplySubject,
  field: ContractField,
  structures: Readonly<Record<string, ContractStructure>>,
): readonly string[] {
  const values = subject.samples.map(({ name, body }) => ({ name, value: valueOf(body, field.name) }));
  if (subject.without?.[field.name] !== undefined) {
    return values
      .filter(({ value }) => value !== undefined)
      .map(({ name }) => `${name}: ${field.name} is there against ${subject.without![field.name]}`);
  }
  const found = values.flatMap(({ name, value }) => valueFindings(value, field, structures, `${name}: ${field.name}`));
  const shown = values.filter(({ value }) => !['null', 'absent'].includes(jsonType(value)));
  if (shown.length === 0) found.push(`no sample has a value in ${field.name}`);
  if (field.items !== undefined && !shown.some(({ value }) => Array.isArray(value) && value.length > 0)) {
    found.push(`no sample has an item in ${field.name}`);
  }
  return found;
}

/** Returns samples that break a rule involving several fields. A rule that applies to no sample is also reported. */
export function ruleFindings({ samples }: ReplySubject, rule: ContractRule): readonly string[] {
  if (rule.kind === 'present-when') {
    const concerned = samples.filter(({ body }) => valueOf(body, rule.other) === rule.is);
    if (concerned.length === 0) return [`no sample has ${rule.other} ${rule.is}`];
    return concerned
      .filter(({ body }) => ['', null, undefined].includes(valueOf(body, rule.field) as string))
      .map(({ name }) => `${name}: ${rule.field} is empty although ${rule.other} is ${rule.is}`);
  }
  if (rule.kind !== 'in-context') return [];
  const found = samples.flatMap((sample) => strangers(sample, rule.field));
  return samples.some(({ body }) => idsIn(valueOf(body, rule.field)).length > 0)
    ? found
    : [...found, `no sample names a chunk in ${rule.field}`];
}

function strangers({ name, body, chunkIds }: ReplySample, field: string): readonly string[] {
  const ids = idsIn(valueOf(body, field));
  if (ids.length > 0 && chunkIds === undefined) return [`${name}: \`chunkIds\` does not say which chunks were given`];
  return ids
    .filter((id) => chunkIds?.includes(id) !== true)
    .map((id) => `${name}: ${field} names ${id}, which is no chunk of the context`);
}

function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value === 'string') return [value];
  return jsonType(value) === 'object' ? idsIn(valueOf(value, 'chunk_id')) : [];
}

function valueOf(body: unknown, name: string): unknown {
  return jsonType(body) === 'object' && Object.hasOwn(body as object, name)
    ? (body as Record<string, unknown>)[name]
    : undefined;
}
