import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Payload } from '../payload/payload.ts';

/** Of the evaluation sets; may be absent. */
const DATA = resolve(process.env['IBID_EVAL_DATA'] ?? join(import.meta.dirname, '../../../../../shared/data'));

/** File, and the member of its rows that holds the text. */
const FILES = {
  'naughty strings': ['naughty-strings/blns.jsonl', 'text'],
  'inputs for sanitisers': ['parser-conformance/dompurify-expect.jsonl', 'payload'],
  'examples of CommonMark': ['parser-conformance/commonmark-spec.jsonl', 'markdown'],
} as const;

/** Strings that others have collected, each once; `undefined` where they are not there. */
export function corpus(name: keyof typeof FILES): readonly Payload[] | undefined {
  const [file, member] = FILES[name];
  if (!existsSync(join(DATA, file))) return undefined;
  const rows = readFileSync(join(DATA, file), 'utf8').trimEnd().split('\n');
  const texts = rows.map((row) => String((JSON.parse(row) as Readonly<Record<string, unknown>>)[member]));
  return [...new Set(texts)].map((template) => ({ name, template }));
}
