import type { Question } from '@ibid/core';
import type { AskRequest, Decoded, Issue } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { oneOfNames } from '../shared/one-of-names.ts';
import { readSelection } from '../shared/read-selection.ts';
import { streamIssues } from '../shared/stream-issues.ts';
import { unknownFields } from '../shared/unknown-fields.ts';
import { bundleFields } from './bundle-schema.ts';
import { decodeBundle } from './decode-bundle.ts';
import { requestFields, requestSchema } from './schema.ts';

/**
 * Reads a question and its bundle; `streams` is what the path asks for, `undefined` where the body may choose. A request that
 * cannot be read is `invalid`; one that can, and whose bundle cannot be what it says it is, is `refused`.
 */
export function decode(body: unknown, streams: true | undefined): Decoded<AskRequest> {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const { query, query_text, selected_text, selected_text_constraint, mode, context_bundle, stream } = parsed.data;
  const asked = oneOfNames({ query, query_text });
  const selected = oneOfNames({ selected_text, selected_text_constraint });
  const issues = [asked, selected].flatMap(({ issue }): Issue[] => (issue === undefined ? [] : [issue]));
  if (asked.value === undefined && asked.issue === undefined) {
    issues.push({ path: 'query', message: '`query` is required and must not be blank' });
  }
  issues.push(...streamIssues(streams, stream));
  if (context_bundle === undefined || context_bundle === null) {
    const message = '`context_bundle` is required: the bundle of a retrieval, such as `POST /api/retrieve` gives';
    issues.push({ path: 'context_bundle', message });
  }
  if (issues.length > 0) return { kind: 'invalid', issues };
  const read = decodeBundle(context_bundle);
  if ('issues' in read) return { kind: 'refused', issues: read.issues };

  const { context, selectedText, fields } = read.bundle;
  const selectionOnly = mode === 'selected_text_only';
  const passage = oneOfNames({ selected_text: selected.value, 'context_bundle.selected_text': selectedText });
  if (selectionOnly && passage.issue !== undefined) return { kind: 'invalid', issues: [passage.issue] };
  const { selection, notes } = readSelection({ text: selectionOnly ? passage.value : undefined });
  const question: Question = {
    text: asked.value!,
    history: [],
    supplied: { ...context, selectionOnly },
    ...(selection === undefined ? {} : { selection }),
  };
  return {
    kind: 'ok',
    value: { question, stream: streams ?? stream ?? false, conversation: undefined },
    echo: {},
    notes: [...notes, ...unknownFields(body, requestFields), ...unknownInBundle(fields)],
  };
}

const inBundle = (field: string): string => `context_bundle.${field}`;

function unknownInBundle(fields: readonly string[]): readonly string[] {
  const given = Object.fromEntries(fields.map((field) => [inBundle(field), true]));
  return unknownFields(given, bundleFields.map(inBundle));
}
