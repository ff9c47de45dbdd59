import type { Question } from '@ibid/core';
import type { Decoded, Issue, SearchRequest } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { oneOfNames } from '../shared/one-of-names.ts';
import { readPage } from '../shared/read-page.ts';
import { readScope } from '../shared/read-scope.ts';
import { readSelection } from '../shared/read-selection.ts';
import { unknownFields } from '../shared/unknown-fields.ts';
import type { Mode } from './modes.ts';
import { retrieveFields, retrieveSchema } from './retrieve-schema.ts';

/** What the bundle must repeat of its request. */
export type BundleEcho = { readonly mode: Mode; readonly selected_text?: string };

/** Reads what to retrieve. Beside a selection the page and section only say where it stands (R18). */
export function decodeRetrieve(body: unknown): Decoded<SearchRequest> {
  const parsed = retrieveSchema.safeParse(body);
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const request = parsed.data;
  const { query, query_text, source_url_constraint, filter_url, selected_text, selected_text_constraint } = request;
  const asked = oneOfNames({ query, query_text });
  const selected = oneOfNames({ selected_text, selected_text_constraint });
  const mode = request.mode ?? (selected.value === undefined ? 'global' : 'selected_text_only');
  const selects = mode === 'selected_text_only' && selected.value !== undefined;
  const place = readPage({ source_url_constraint, filter_url }, selects);
  const issues = [
    ...[asked, selected].flatMap(({ issue }): Issue[] => (issue === undefined ? [] : [issue])),
    ...place.issues,
  ];
  if (asked.value === undefined && asked.issue === undefined) {
    issues.push({ path: 'query', message: '`query` is required and must not be blank' });
  }
  if (request.mode === 'selected_text_only' && selected.value === undefined && selected.issue === undefined) {
    const message = '`selected_text` is required where `mode` is `selected_text_only`';
    issues.push({ path: 'selected_text', message });
  }
  if (issues.length > 0) return { kind: 'invalid', issues };

  const { page } = place;
  const section = request.section_constraint;
  const { selection, notes } = readSelection({ text: selected.value, url: page, section });
  const where = selects ? undefined : readScope({ page, section });
  const question: Question = {
    text: asked.value!,
    history: [],
    retrieval: {
      limit: request.top_k,
      ...(request.score_threshold === undefined ? {} : { minSimilarity: request.score_threshold }),
    },
    ...(selects && selection !== undefined ? { selection } : {}),
    ...(where === undefined ? {} : { where }),
  };
  const echo: BundleEcho = { mode, ...(selection === undefined ? {} : { selected_text: selection.text }) };
  return {
    kind: 'ok',
    value: { question, tokens: request.max_tokens, debug: request.debug ?? false },
    echo,
    notes: [...notes, ...place.notes, ...unknownFields(body, retrieveFields)],
  };
}
