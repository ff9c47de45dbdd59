import type { ConversationRequest, Issue, JsonSchema } from '../dialect.ts';
import { numberIn } from '../shared/fields.ts';
import { oneOfNames } from '../shared/read-request.ts';

/** Tuning fields of a request. */
type Field = 'temperature' | 'max_turns' | 'top_k' | 'score_threshold';
type Tuning = Readonly<Partial<Record<Field, number | undefined>>>;

/** Values for fields that a request leaves out. */
export type TuningDefaults = Readonly<Record<Field, number>>;

/** Defaults of the contract, used unless the owner sets others. */
export const TUNING_DEFAULTS: TuningDefaults = {
  temperature: 0.5,
  max_turns: 10,
  top_k: 5,
  score_threshold: 0.5,
};

export const tuningFields: Readonly<Record<Field, ReturnType<typeof numberIn>>> = {
  temperature: numberIn(0, 1),
  max_turns: numberIn(1, 50, 'whole'),
  top_k: numberIn(1, 10, 'whole'),
  score_threshold: numberIn(0, 1),
};

/** Reads settings given at the top level or inside `parameters`. A setting given twice must have the same value. */
export function readTuning(
  flat: Tuning,
  nested: Tuning,
  defaults: TuningDefaults,
): { readonly settings: ConversationRequest['settings']; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const value = (field: Field): number => {
    const read = oneOfNames<number>({ [field]: flat[field], [`parameters.${field}`]: nested[field] });
    issues.push(...read.issues);
    return read.value ?? defaults[field];
  };
  const settings = {
    temperature: value('temperature'),
    maxTurns: value('max_turns'),
    scoreThreshold: value('score_threshold'),
    topK: value('top_k'),
  };
  return { settings, issues };
}

/** Adds defaults to the schema of an object, because zod omits them for fields that it transforms. */
export function withDefaults(schema: JsonSchema, defaults: TuningDefaults): JsonSchema {
  const described = Object.entries(schema['properties'] as Readonly<Record<string, JsonSchema>>).map(
    ([name, property]) => [name, name in defaults ? { ...property, default: defaults[name as Field] } : property],
  );
  return { ...schema, properties: Object.fromEntries(described) };
}
