/**
 * Qdrant's OpenAPI document as the vendor's client declares it, rewritten so that a generator of JSON Schemas can read it: a type for each
 * schema instead of one interface of all, integers told from other numbers by what the comments say, and without the alternatives of
 * nullable parts that let any object pass.
 */
export function shapeSource(declarations: string): string {
  const schemas = SCHEMAS.exec(declarations)?.[1];
  if (schemas === undefined)
    throw new Error('The declarations of the client hold no schemas in the form expected here');
  const types = [...schemas.matchAll(ENTRY)].map(([, comment = '', name = '', type = '']) => {
    return `export type ${typeName(name)} = ${rewritten(`${comment}\n${type}`)};`;
  });
  return [...HELPERS, ...types].join('\n');
}

/** Prefixed, because one of the schemas is named Record. */
export function typeName(schema: string): string {
  return `Qdrant${schema}`;
}

const SCHEMAS = /\nexport interface components \{\n {4}schemas: \{\n([\s\S]*?)\n {4}\};\n/u;
/** A schema begins at the eighth column, after its comment if it has one, and ends with the first semicolon followed by another begin. */
const ENTRY = /^ {8}(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\s+)?(\w+): ([\s\S]*?);(?=\n {8}(?:\/\*\*|\w+: )|$(?![\s\S]))/gmu;

const HELPERS = [
  'type OneOf<T extends unknown[]> = T[number];',
  '/** @asType integer */',
  'export type Integer = number;',
  '/**\n * @asType integer\n * @minimum 0\n */',
  'export type Unsigned = number;',
];

function rewritten(type: string): string {
  return type
    .replaceAll('Record<string, unknown> | null', 'null')
    .replaceAll('Record<string, never>', '{}')
    .replaceAll(/\]: (.*) \| undefined;/gu, ']: $1;')
    .replaceAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/([^\n]*(?:\n[^\n]*)?)/gu, (_, comment: string, line: string) => {
      const format = /Format: (uint|int)/u.exec(comment)?.[1];
      return format === undefined ? line : line.replace(/\bnumber\b/u, format === 'uint' ? 'Unsigned' : 'Integer');
    })
    .replaceAll(/components\["schemas"\]\["(\w+)"\]/gu, (_, name: string) => typeName(name));
}
