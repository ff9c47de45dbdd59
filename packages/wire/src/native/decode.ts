import type { Question } from '@ibid/core';
import type { AskRequest, Decoded } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { oneOfNames } from '../shared/one-of-names.ts';
import { readPage } from '../shared/read-page.ts';
import { readScope } from '../shared/read-scope.ts';
import { readSelection } from '../shared/read-selection.ts';
import { streamIssues } from '../shared/stream-issues.ts';
import { requestSchema } from './schema.ts';

/** Reads a native request; `streams` is what the path asks for, `undefined` where the body may choose. */
export function decode(body: unknown, streams: true | undefined): Decoded<AskRequest> {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const request = parsed.data;
  const asked = oneOfNames({ query: request.query, query_text: request.query_text });
  if (asked.issue !== undefined) return { kind: 'invalid', issues: [asked.issue] };
  if (asked.value === undefined) {
    return { kind: 'invalid', issues: [{ path: 'query', message: '`query` is required and must not be blank' }] };
  }
  const { text, url, section, only } = request.selection ?? {};
  const { selection, notes } = readSelection({ text, url, section });
  const isConfined = selection !== undefined && only !== false;
  const place = readPage({ page: request.page }, isConfined);
  const issues = [...place.issues, ...streamIssues(streams, request.stream)];
  if (issues.length > 0) return { kind: 'invalid', issues };
  const where = readScope({ ...request, page: place.page });
  const question: Question = {
    text: asked.value,
    history: request.history ?? [],
    ...(selection === undefined ? {} : only === false ? { about: selection } : { selection }),
    ...(where === undefined ? {} : { where }),
    ...(request.max_citations === undefined ? {} : { maxCitations: request.max_citations }),
    ...(request.exact === true ? { exact: true } : {}),
  };
  const stream = streams ?? request.stream ?? false;
  return {
    kind: 'ok',
    value: { question, stream, conversation: undefined },
    echo: {},
    notes: [...notes, ...place.notes],
  };
}
