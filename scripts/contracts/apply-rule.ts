import type {
  ContractField,
  ContractRule,
  ContractStructure,
} from '../../packages/wire/src/testing/contracts/contract-document.ts';

type Facts = Partial<Pick<ContractField, 'minimum' | 'maximum' | 'minLength' | 'maxLength'>>;

/** What one line under “Validation Rules” adds to a structure. Throws on a line that it does not understand, so that none is lost. */
export function applyRule(structure: ContractStructure, line: string): ContractStructure {
  const names = structure.fields.map(({ name }) => name);
  const named = (text: string): string => {
    const name = names.find((one) => key(one) === key(text));
    if (name === undefined) throw new Error(`The rule “${line}” names no field of ${names.join(', ')}.`);
    return name;
  };
  const adding = (fields: readonly string[], facts: Facts): ContractStructure => ({
    ...structure,
    fields: structure.fields.map((one) => (fields.includes(one.name) ? { ...one, ...facts } : one)),
  });
  const ruled = (rule: ContractRule): ContractStructure => ({
    ...structure,
    rules: [...(structure.rules ?? []), rule],
  });

  let match = /^(\S+) must be between ([\d.]+) and ([\d.]+)$/u.exec(line);
  if (match !== null) return adding([named(match[1]!)], { minimum: Number(match[2]), maximum: Number(match[3]) });
  match = /^(\S+) must be non-empty and <(\d+) characters$/u.exec(line);
  if (match !== null) return adding([named(match[1]!)], { minLength: 1, maxLength: Number(match[2]) - 1 });
  match = /^(\S+) must not be empty$/u.exec(line);
  if (match !== null) return adding([named(match[1]!)], { minLength: 1 });
  if (line === 'Both fields must be present and non-empty' && names.length === 2)
    return adding(names, { minLength: 1 });
  match = /^(\S+) must be one of the allowed values$/u.exec(line);
  if (match !== null) {
    const name = named(match[1]!);
    if (structure.fields.some((one) => one.name === name && one.allowed !== undefined)) return structure;
    throw new Error(`The rule “${line}” speaks of allowed values, and the description of \`${name}\` names none.`);
  }
  match = /^(\S+) must be present when (\S+) is "(\w+)"$/u.exec(line);
  if (match !== null) {
    return ruled({ kind: 'present-when', field: named(match[1]!), other: named(match[2]!), is: match[3]! });
  }
  match = /^(\S+) must (?:correspond to actual chunks|match an actual chunk) in the (?:provided )?context bundle/u.exec(
    line,
  );
  if (match !== null) return ruled({ kind: 'in-context', field: named(match[1]!) });
  match = /^(\S+) must be properly formatted with required fields$/u.exec(line);
  if (match !== null) return ruled({ kind: 'well-formed', field: named(match[1]!) });
  match = /^When (\S+) is "(\w+)", additional .*validation is required based on (\w+)/u.exec(line);
  if (match !== null) {
    return ruled({ kind: 'checked-when', field: named(match[3]!), other: named(match[1]!), is: match[2]! });
  }
  throw new Error(`The rule “${line}” is of no known form; teach \`apply-rule.ts\` about it.`);
}

function key(name: string): string {
  return name.replaceAll(/[`_]/gu, '').toLowerCase();
}
