import type { z } from 'zod';
import type { ConversationRequest, Issue } from '../dialect.ts';
import { numberIn } from '../shared/number-in.ts';
import { oneOfNames } from '../shared/one-of-names.ts';

/** What a request may say of how it is answered. */
export interface Tuning {
  readonly temperature?: number | undefined;
  readonly max_turns?: number | undefined;
  readonly top_k?: number | undefined;
  readonly score_threshold?: number | undefined;
}

type Field = keyof Tuning;

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
): {
  readonly settings: ConversationRequest['settings'];
  /** Which of them the request gave. */
  readonly given: ReadonlySet<Field>;
  readonly issues: readonly Issue[];
} {
  const issues: Issue[] = [];
  const given = new Set<Field>();
  const value = (field: Field): number => {
    const read = oneOfNames<number>({ [field]: flat[field], [`parameters.${field}`]: nested[field] });
    if (read.issue !== undefined) issues.push(read.issue);
    if (read.value !== undefined) given.add(field);
    return read.value ?? defaults[field];
  };
  const settings = {
    temperature: value('temperature'),
    maxTurns: value('max_turns'),
    scoreThreshold: value('score_threshold'),
    topK: value('top_k'),
  };
  return { settings, given, issues };
}
