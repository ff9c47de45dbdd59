import type { Question } from '@ibid/core';
import type { AskRequest, Decoded, Issue } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { oneOfNames } from '../shared/one-of-names.ts';
import { readPage } from '../shared/read-page.ts';
import { readScope } from '../shared/read-scope.ts';
import { readSelection } from '../shared/read-selection.ts';
import { streamIssues } from '../shared/stream-issues.ts';
import { unknownFields } from '../shared/unknown-fields.ts';
import { requestFields, requestSchema } from './schema.ts';

/** Reads a request; `streams` is what the path asks for, `undefined` where the body may choose. */
export function decode(body: unknown, streams: true | undefined): Decoded<AskRequest> {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const request = parsed.data;
  const { query, query_text, source_url_constraint, filter_url, selected_text_constraint, selected_text } = request;
  const asked = oneOfNames({ query, query_text });
  const selected = oneOfNames({ selected_text_constraint, selected_text });
  const place = readPage({ source_url_constraint, filter_url }, selected.value !== undefined);
  const issues = [
    ...[asked, selected].flatMap(({ issue }): Issue[] => (issue === undefined ? [] : [issue])),
    ...place.issues,
    ...streamIssues(streams, request.stream),
  ];
  if (issues.length > 0) return { kind: 'invalid', issues };
  if (asked.value === undefined) {
    return { kind: 'invalid', issues: [{ path: 'query', message: '`query` is required and must not be blank' }] };
  }
  const section = request.section_constraint;
  const { page } = place;
  const { selection, notes } = readSelection({ text: selected.value, url: page, section });
  const where = selection === undefined ? readScope({ page, section }) : undefined;
  const question: Question = {
    text: asked.value,
    history: [],
    ...(selection === undefined ? {} : { selection }),
    ...(where === undefined ? {} : { where }),
  };
  return {
    kind: 'ok',
    value: { question, stream: streams ?? request.stream ?? false, conversation: undefined },
    echo: {},
    notes: [...notes, ...place.notes, ...unknownFields(body, requestFields)],
  };
}
