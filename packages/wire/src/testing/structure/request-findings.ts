import type { ContractField } from '../contracts/contract-document.ts';
import { badValues } from './bad-values.ts';
import { goodValues } from './good-values.ts';
import { jsonType } from './json-type.ts';
import type { RequestSubject } from './subject.ts';

/** Returns differences between the document and how a decoder accepts, refuses or reads a field. */
export function requestFindings<T>(subject: RequestSubject<T>, field: ContractField): readonly string[] {
  const { decode, valid } = subject;
  const { name } = field;
  const read = subject.reads?.[name];
  if (valid[name] === undefined || valid[name] === null) return [`the valid body has no ${name}`];
  const found: string[] = [];
  const withValue = (value: unknown): Record<string, unknown> => {
    const { [name]: _, ...others } = valid;
    return value === undefined ? others : { ...others, [name]: value };
  };

  /** Returns the decoded value; if it is refused, adds a finding and returns `undefined`. */
  const taken = (value: unknown): { readonly value: T } | undefined => {
    const decoded = decode(withValue(value));
    if (decoded.kind === 'ok') return { value: decoded.value };
    found.push(`${name}: ${shown(value)} is not taken: ${JSON.stringify(decoded)}`);
    return undefined;
  };
  const arrives = (value: unknown): void => {
    const whole = taken(value);
    if (whole === undefined || read === undefined) return;
    const got = read(whole.value);
    if (!same(got, value)) found.push(`${name}: ${shown(value)} arrives as ${shown(got)}`);
  };

  arrives(valid[name]);
  for (const value of goodValues(field)) arrives(value);
  for (const { value, says } of badValues(field)) {
    const problem = refusal(subject, field, withValue(value), says, subject.metBy?.(name, value) ?? 'invalid');
    if (problem !== undefined) found.push(`${name}: ${shown(value)} ${problem}`);
  }
  if (field.required) return found;

  const absent = taken(undefined);
  const given = taken(valid[name]);
  for (const empty of [null, '', ' \n ']) {
    const decoded = taken(empty);
    if (decoded !== undefined && absent !== undefined && !same(decoded, absent)) {
      found.push(`${name}: ${shown(empty)} is not the same as its absence`);
    }
  }
  if (absent !== undefined && same(given, absent)) found.push(`${name} changes nothing`);
  if (field.default !== undefined) {
    if (same(valid[name], field.default)) found.push(`the valid body has the default of ${name}`);
    if (read === undefined) found.push(`\`reads\` does not say where ${name} ends up`);
    else if (absent !== undefined && !same(read(absent.value), field.default)) {
      found.push(`${name} is ${shown(read(absent.value))} by default, not ${shown(field.default)}`);
    }
  }
  return found;
}

/** Returns the problem with the handling of a bad value; `undefined` if it is refused with the field's name and all required words. */
function refusal<T>(
  { decode, aliases }: RequestSubject<T>,
  { name }: ContractField,
  body: Record<string, unknown>,
  says: readonly string[],
  wanted: 'invalid' | 'refused',
): string | undefined {
  const decoded = decode(body);
  if (decoded.kind !== wanted) return `is ${decoded.kind}, not ${wanted}`;
  const names = [name, ...(aliases?.[name] ?? [])];
  const issue = decoded.issues.find(({ path }) => names.includes(path.split('.')[0]!));
  if (issue === undefined) return `is refused without naming the field: ${JSON.stringify(decoded.issues)}`;
  const missing = [...says, ...(names.some((one) => issue.message.includes(one)) ? [] : [name])].filter(
    (word) => !issue.message.includes(word),
  );
  return missing.length === 0 ? undefined : `is refused without saying ${missing.join(', ')}: ${issue.message}`;
}

/** Compares as JSON, ignoring the order of keys. */
function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left, sortedKeys) === JSON.stringify(right, sortedKeys);
}

function sortedKeys(_: string, value: unknown): unknown {
  if (jsonType(value) !== 'object') return value;
  return Object.fromEntries(Object.entries(value as object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function shown(value: unknown): string {
  const text = value === undefined ? 'absence' : JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length - 2})` : text;
}
