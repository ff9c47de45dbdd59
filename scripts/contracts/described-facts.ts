import type { ContractField } from '../../packages/wire/src/testing/contracts/contract-document.ts';

export type DescribedFacts = Partial<
  Pick<ContractField, 'default' | 'minimum' | 'maximum' | 'allowed' | 'digest' | 'items'>
>;

/** What a field's description says that can be checked: default, range, allowed values, what it is a digest or a list of. */
export function describedFacts(description: string): DescribedFacts {
  const byDefault = /\(default: ([^)]+)\)|\bDefault is ([^\s]+)\.(?:\s|$)/u.exec(description);
  const range = /\((\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)\)/u.exec(description);
  const allowed = /^(?:Either )?"[^"]+"(?:(?: or | \| )"[^"]+")+/u.exec(description);
  const digest = /\((SHA\d+) of ([^)]+)\)/u.exec(description);
  const objects = /\barray of (\w+) objects\b/u.exec(description);
  return {
    ...(byDefault === null ? {} : { default: literal(byDefault[1] ?? byDefault[2]!) }),
    ...(range === null ? {} : { minimum: Number(range[1]), maximum: Number(range[2]) }),
    ...(allowed === null ? {} : { allowed: [...allowed[0].matchAll(/"([^"]+)"/gu)].map((match) => match[1]!) }),
    ...(digest === null ? {} : { digest: { algorithm: digest[1]!, of: digest[2]!.split(/, and |, | and /u) } }),
    ...(objects === null ? {} : { items: { type: 'object', structure: `${capital(objects[1]!)}Object` } }),
  };
}

function literal(text: string): number | string | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  return Number.isNaN(Number(text)) ? text.replaceAll(/["'`]/gu, '') : Number(text);
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
