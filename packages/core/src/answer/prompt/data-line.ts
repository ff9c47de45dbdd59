import { plainData } from './plain-data.ts';

/**
 * Data for a model as one line of JSON, keys in the order given. Every line break, quote and bracket of a value is inside a JSON
 * string, so no value can end its field, begin a line or stand where an instruction could.
 */
export function dataLine(fields: Readonly<Record<string, string | boolean>>): string {
  const plain = Object.entries(fields).map(([key, value]) => [
    key,
    typeof value === 'string' ? plainData(value).trim() : value,
  ]);
  return JSON.stringify(Object.fromEntries(plain)).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}
