import type { ContractField } from '../../packages/wire/src/testing/contracts/contract-document.ts';
import { describedFacts } from './described-facts.ts';
import { fieldType, type NormalType } from './field-type.ts';
import type { SectionPart } from './markdown-sections.ts';

export interface ReadFields {
  readonly fields: readonly ContractField[];
  /** The table ends with `...`. */
  readonly open: boolean;
}

/** Fields of a table with a column for the name and one for the type; `required` as its column or the description says. */
export function tableFields({ header, rows }: Extract<SectionPart, { kind: 'table' }>): ReadFields {
  const column = (pattern: RegExp): number => header.findIndex((title) => pattern.test(title));
  const [name, type, description, required] = [/^Field/u, /Type$/u, /^Description$/u, /^Required$/u].map(column);
  if (name === -1 || type === -1) throw new Error(`A table has the columns ${header.join(', ')}: no fields.`);
  const named = rows.filter((row) => row[name!] !== '`...`');
  const fields = named.map((row) => {
    const said = row[description!] ?? '';
    const optional = required === -1 ? said.startsWith('(Optional)') : !yes(row[required!]);
    const written = bare(row[type!] ?? '');
    const normal = fieldType(written);
    return field(bare(row[name!] ?? ''), written, optional ? { ...normal, nullable: true } : normal, said, !optional);
  });
  return { fields, open: named.length < rows.length };
}

/** Fields of bullets: `name` (type): description, or `name`: type - description. */
export function bulletFields(lines: readonly string[]): ReadFields {
  const fields = lines.map((line) => {
    const match = /^`(\w+)` \(([^)]+)\): (.+)$/u.exec(line) ?? /^`(\w+)`: (\S+) - (.+)$/u.exec(line);
    if (match === null) throw new Error(`The bullet “${line}” is no field.`);
    const [, name, written, description] = match as unknown as [string, string, string, string];
    const normal = fieldType(written);
    return field(name, written, normal, description, !normal.nullable);
  });
  return { fields, open: false };
}

/** Constants in bullets, **`name`**: value. Each is a field that can have just this value. */
export function constantFields(lines: readonly string[]): ReadFields {
  const fields = lines.map((line) => {
    const match = /^\*\*`(\w+)`\*\*: `?([\w.-]+)`?/u.exec(line);
    if (match === null) throw new Error(`The bullet “${line}” is no constant.`);
    const [, name, written] = match as unknown as [string, string, string];
    const allowed: readonly (string | number)[] = [/^\d+$/u.test(written) ? Number(written) : written];
    const type = typeof allowed[0] === 'number' ? 'integer' : 'string';
    return { name, written, type, nullable: false, required: true, allowed } as const;
  });
  return { fields, open: false };
}

function field(
  name: string,
  written: string,
  normal: NormalType,
  description: string,
  required: boolean,
): ContractField {
  return { name, written, ...normal, required, ...describedFacts(description) };
}

function yes(cell: string | undefined): boolean {
  if (cell === 'Yes' || cell === 'No') return cell === 'Yes';
  throw new Error(`A column “Required” says “${cell}”, neither Yes nor No.`);
}

function bare(cell: string): string {
  return cell.replaceAll('`', '');
}
