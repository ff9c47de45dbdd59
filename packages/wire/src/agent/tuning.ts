import type { z } from 'zod';
import type { ConversationRequest, Issue, JsonSchema } from '../dialect.ts';
import { numberIn } from '../shared/fields.ts';
import { oneOfNames } from '../shared/read-request.ts';

/** Settings of a request for its answer. */
type Field = 'temperature' | 'max_turns' | 'top_k' | 'score_threshold';
type Tuning = Readonly<Partial<Record<Field, number | undefined>>>;

/** Values where a request says nothing. */
export type TuningDefaults = Readonly<Record<Field, number>>;

/** Those of the contract, where the owner has set no others. */
export const TUNING_DEFAULTS: TuningDefaults = {
  temperature: 0.5,
  max_turns: 10,
  top_k: 5,
  score_threshold: 0.5,
};

type OptionalNumber = z.ZodType<number | undefined, number | null | undefined>;

export const tuningFields: Readonly<Record<Field, OptionalNumber>> = {
  temperature: numberIn(0, 1),
  max_turns: numberIn(1, 50, 'whole'),
  top_k: numberIn(1, 10, 'whole'),
  score_threshold: numberIn(0, 1),
};

/** Settings given flat or inside `parameters`; what is given twice must be the same. */
export function readTuning(
  flat: Tuning,
  nested: Tuning,
  defaults: TuningDefaults,
): { readonly settings: ConversationRequest['settings']; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const value = (field: Field): number => {
    const read = oneOfNames<number>({ [field]: flat[field], [`parameters.${field}`]: nested[field] });
    if (read.issue !== undefined) issues.push(read.issue);
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

/** An object's schema with the defaults of its fields: zod leaves them out of fields that it transforms. */
export function withDefaults(schema: JsonSchema, defaults: Readonly<Record<string, number>>): JsonSchema {
  const properties = schema['properties'] as Readonly<Record<string, JsonSchema>>;
  const described = Object.entries(properties).map(([name, property]): [string, JsonSchema] => [
    name,
    name in defaults ? { ...property, default: defaults[name] } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(described) };
}
