import type { Question } from '@ibid/core';
import type { Decoded } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { readSelection } from '../shared/read-selection.ts';
import { retrievalToolInputSchema } from './retrieval-tool-input.ts';
import { TUNING_DEFAULTS, type TuningDefaults } from './tuning.ts';

/** Reads what an agent asks the retrieval tool for. */
export function decodeToolInput(
  input: unknown,
  tuning: TuningDefaults = TUNING_DEFAULTS,
): Extract<Decoded<Question>, { kind: 'ok' | 'invalid' }> {
  const parsed = retrievalToolInputSchema.safeParse(input);
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const { query_text: text, selected_text, top_k, score_threshold } = parsed.data;
  const { selection, notes } = readSelection({ text: selected_text ?? undefined });
  const value: Question = {
    text,
    history: [],
    ...(selection === undefined ? {} : { selection }),
    retrieval: {
      limit: top_k ?? tuning.top_k,
      minSimilarity: score_threshold ?? tuning.score_threshold,
      ...(typeof score_threshold === 'number' ? {} : { isDefault: true as const }),
    },
  };
  return { kind: 'ok', value, echo: {}, notes };
}
