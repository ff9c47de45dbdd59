import { createHash } from 'node:crypto';
import type {
  ContractDocument,
  ContractStructure,
  ContractTransition,
} from '../../packages/wire/src/testing/contracts/contract-document.ts';
import { applyRule } from './apply-rule.ts';
import { exampleTypes } from './example-types.ts';
import { markdownSections, type Section } from './markdown-sections.ts';
import { bulletFields, constantFields, tableFields, type ReadFields } from './read-fields.ts';

/** Bullets of these say nothing about a field that its own line does not say. */
const LEFT_OUT = ['Responsibilities', 'Relationships'];

/** The facts of one document. Throws on a table, bullet or rule of an unknown form: a fact that cannot be read must not vanish. */
export function readDocument(document: string, text: string): ContractDocument {
  const structures: Record<string, ContractStructure> = {};
  const transitions: ContractTransition[] = [];
  const define = (name: string, { fields, open }: ReadFields): void => {
    if (structures[name] !== undefined) throw new Error(`${document} has the fields of ${name} twice.`);
    structures[name] = { fields, ...(open ? { open } : {}) };
  };
  for (const section of markdownSections(text)) {
    const name = structureName(section);
    for (const part of section.parts) {
      if (part.kind === 'table') define(name, tableFields(part));
      else if (part.kind === 'code') {
        const of = /^Example `(\w+)` Object$/u.exec(section.title)?.[1];
        const structure = of === undefined ? undefined : structures[of];
        if (structure === undefined) throw new Error(`${document} has an example of no structure: ${section.title}.`);
        structures[of!] = { ...structure, example: exampleTypes(of!, part.text, structure.fields) };
      } else {
        const about = part.label === '' ? section.title : part.label;
        if (about === 'Fields') define(name, bulletFields(part.lines));
        else if (about === 'Vector Parameters') define(name, constantFields(part.lines));
        else if (about === 'State Transitions') transitions.push(...part.lines.map(transition));
        else if (about === 'Validation Rules') {
          const structure = structures[name];
          if (structure === undefined) throw new Error(`${document} has rules for ${name} and no fields.`);
          structures[name] = part.lines.reduce(applyRule, structure);
        } else if (!LEFT_OUT.includes(about)) throw new Error(`${document} has bullets of an unknown kind: ${about}.`);
      }
    }
  }
  const collection = /^## .*Collection: `(\w+)`$/mu.exec(text)?.[1];
  const embeddingModel = /\bto match \w+'s `([\w.-]+)` model\b/u.exec(text)?.[1];
  return {
    document,
    sha256: createHash('sha256').update(text).digest('hex'),
    ...(collection === undefined ? {} : { collection }),
    ...(embeddingModel === undefined ? {} : { embeddingModel }),
    structures,
    ...(transitions.length === 0 ? {} : { transitions }),
  };
}

/** “`/query` Request Body” → `QueryRequestBody`; “Schema (Citation)” → `Citation`; “Schema” → the heading above. */
function structureName({ title, above }: Section): string {
  const schema = /^Schema(?: \((\w+)\))?$/u.exec(title);
  const own = schema === null ? title : (schema[1] ?? above.at(-1) ?? title);
  const words = own
    .replace(/^Entity:/u, '')
    .replace(/\(.*\)/u, '')
    .match(/\w+/gu);
  return (words ?? []).map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('');
}

function transition(line: string): ContractTransition {
  const match = /^(\w+) → (\w+)/u.exec(line);
  if (match === null) throw new Error(`The bullet “${line}” is no transition.`);
  return { from: match[1]!, to: match[2]! };
}
