import type { ContractField, ContractRule } from '../contracts/contract-document.ts';
import { replyFindings, ruleFindings } from './reply-findings.ts';
import { requestFindings } from './request-findings.ts';
import { schemaFindings } from './schema-findings.ts';
import type { Bounds, Described, FieldCase, ReplySubject, RequestSubject } from './subject.ts';

/** Returns one test case for each field of a request. */
export function requestCases<T>(described: Described, subject: RequestSubject<T>): readonly FieldCase[] {
  const { schema, also } = subject;
  return withBounds(described.structure.fields, also).map((field) => ({
    title: `takes \`${field.name}\`: ${summary(field)}`,
    findings: () => [...schemaFindings(schema, field, described.structures), ...requestFindings(subject, field)],
  }));
}

/** Returns one test case for each field of a reply, and for each rule that involves several fields. */
export function replyCases({ structure, structures }: Described, subject: ReplySubject): readonly FieldCase[] {
  const { schema, without, also } = subject;
  const fields = withBounds(structure.fields, also).map((field): FieldCase => {
    const reason = without?.[field.name];
    return {
      title:
        reason === undefined
          ? `gives \`${field.name}\`: ${summary(field)}`
          : `leaves out \`${field.name}\` (${reason})`,
      findings: () => [
        ...(schema === undefined || reason !== undefined ? [] : schemaFindings(schema, field, structures)),
        ...replyFindings(subject, field, structures),
      ],
    };
  });
  const rules = (structure.rules ?? []).map((rule) => ({
    title: ruleTitle(rule),
    findings: () => ruleFindings(subject, rule),
  }));
  return [...fields, ...rules];
}

function withBounds(
  fields: readonly ContractField[],
  also: Readonly<Record<string, Bounds>> = {},
): readonly ContractField[] {
  const unknown = Object.keys(also).find((name) => !fields.some((field) => field.name === name));
  if (unknown !== undefined)
    throw new Error(`\`also\` has bounds of \`${unknown}\`, which the structure does not have.`);
  return fields.map((field) => ({ ...field, ...also[field.name] }));
}

function summary(field: ContractField): string {
  const { written, required, minimum, maximum, minLength, maxLength, allowed } = field;
  return [
    written,
    ...(required ? ['required'] : []),
    ...(field.default === undefined ? [] : [`by default ${field.default}`]),
    ...(minimum === undefined && maximum === undefined ? [] : [`${minimum ?? ''} to ${maximum ?? ''}`]),
    ...(minLength === undefined && maxLength === undefined
      ? []
      : [`${minLength ?? 0} to ${maxLength ?? ''} characters`]),
    ...(allowed === undefined ? [] : [allowed.join(' | ')]),
  ].join(', ');
}

function ruleTitle(rule: ContractRule): string {
  switch (rule.kind) {
    case 'present-when':
      return `\`${rule.field}\` is present when \`${rule.other}\` is ${rule.is}`;
    case 'in-context':
      return `\`${rule.field}\` names only chunks of the context`;
    case 'well-formed':
      return `\`${rule.field}\` is well formed`;
    case 'checked-when':
      return `\`${rule.field}\` is checked further when \`${rule.other}\` is ${rule.is}`;
  }
}
