import type { Question } from '@ibid/core';
import type { AskRequest, Decoded } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { oneOfNames } from '../shared/one-of-names.ts';
import { readScope } from '../shared/read-scope.ts';
import { readSelection } from '../shared/read-selection.ts';
import { requestSchema } from './schema.ts';

/** Reads a native request; `streams` is what the path asks for, `undefined` where the body may choose. */
export function decode(body: unknown, streams: true | undefined): Decoded<AskRequest> {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const request = parsed.data;
  const asked = oneOfNames({ query: request.query, query_text: request.query_text });
  if (asked.issue !== undefined) return { kind: 'invalid', issues: [asked.issue] };
  if (asked.value === undefined) return invalid('query', '`query` is required and must not be blank');
  if (streams === true && request.stream === false) {
    return invalid('stream', '`stream` is always true here; use `POST /api/ask` for one JSON reply');
  }
  const { text, url, section } = request.selection ?? {};
  const { selection, notes } = readSelection({ text, url, section });
  const where = readScope(request);
  const question: Question = {
    text: asked.value,
    history: request.history ?? [],
    ...(selection === undefined ? {} : { selection }),
    ...(where === undefined ? {} : { where }),
    ...(request.max_citations === undefined ? {} : { maxCitations: request.max_citations }),
  };
  const stream = streams ?? request.stream ?? false;
  return { kind: 'ok', value: { question, stream, conversation: undefined }, echo: {}, notes };
}

function invalid(path: string, message: string): Decoded<AskRequest> {
  return { kind: 'invalid', issues: [{ path, message }] };
}
