import type { Question } from '@ibid/core';
import type { AskRequest, Decoded, Issue } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { oneOfNames } from '../shared/one-of-names.ts';
import { readPage } from '../shared/read-page.ts';
import { readScope } from '../shared/read-scope.ts';
import { readSelection } from '../shared/read-selection.ts';
import { streamIssues } from '../shared/stream-issues.ts';
import { unknownFields } from '../shared/unknown-fields.ts';
import { REQUEST_FIELDS, requestSchema, type AgentRequest } from './schema.ts';
import { readTuning, TUNING_DEFAULTS, tuningFields, type TuningDefaults } from './tuning.ts';

interface Path {
  /** What the path asks for; `undefined` where the body may choose. */
  readonly streams: true | undefined;
  /** Whether a conversation must be named. */
  readonly conversation: 'new-or-named' | 'named';
  /** Those of the contract unless given. */
  readonly tuning?: TuningDefaults;
}

/** Reads a question. A request without a conversation begins one. */
export function decode(body: unknown, path: Path): Decoded<AskRequest> {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return { kind: 'invalid', issues: describeIssues(parsed.error) };
  const request = parsed.data;
  const names = readNames(request);
  const { settings, given, issues } = readTuning(request, request.parameters ?? {}, path.tuning ?? TUNING_DEFAULTS);
  const wrong = [...names.issues, ...issues, ...missing(names, request, path)];
  const { text } = names;
  if (wrong.length > 0 || text === undefined) return { kind: 'invalid', issues: wrong };

  const place = { page: names.page, section: request.section_constraint };
  const { selection, notes } = readSelection({ text: names.selected, url: place.page, section: place.section });
  const where = selection === undefined ? readScope(place) : undefined;
  const question: Question = {
    text,
    history: [],
    ...(selection === undefined ? {} : { selection }),
    ...(where === undefined ? {} : { where }),
    retrieval: {
      limit: settings.topK,
      minSimilarity: settings.scoreThreshold,
      ...(given.has('score_threshold') ? {} : { isDefault: true as const }),
    },
    temperature: settings.temperature,
  };
  return {
    kind: 'ok',
    value: {
      question,
      stream: path.streams ?? request.stream ?? false,
      conversation: { id: names.conversation, maxTurns: settings.maxTurns, settings },
    },
    echo: { query_text: text },
    notes: [...notes, ...names.notes, ...ignoredFields(body)],
  };
}

interface Names {
  readonly text: string | undefined;
  readonly selected: string | undefined;
  readonly conversation: string | undefined;
  readonly page: string | undefined;
  readonly issues: readonly Issue[];
  readonly notes: readonly string[];
}

function readNames(request: AgentRequest): Names {
  const { query_text, query, selected_text, selected_text_constraint } = request;
  const { session_id, conversation_id, source_url_constraint, filter_url } = request;
  const text = oneOfNames({ query_text, query });
  const selected = oneOfNames({ selected_text, selected_text_constraint });
  const conversation = oneOfNames({ session_id, conversation_id });
  const place = readPage({ source_url_constraint, filter_url }, selected.value !== undefined);
  return {
    text: text.value,
    selected: selected.value,
    conversation: conversation.value,
    page: place.page,
    issues: [...[text, selected, conversation].flatMap(({ issue }) => issue ?? []), ...place.issues],
    notes: place.notes,
  };
}

function missing(names: Names, request: AgentRequest, path: Path): readonly Issue[] {
  const differs = (field: string): boolean => names.issues.some((issue) => issue.path === field);
  const issues: Issue[] = [];
  if (names.text === undefined && !differs('query')) {
    issues.push({ path: 'query_text', message: '`query_text` is required and must not be blank' });
  }
  if (path.conversation === 'named' && names.conversation === undefined && !differs('conversation_id')) {
    const message = '`conversation_id` is required here; `POST /api/agent/query` begins a conversation and returns one';
    issues.push({ path: 'conversation_id', message });
  }
  return [...issues, ...streamIssues(path.streams, request.stream)];
}

function ignoredFields(body: unknown): readonly string[] {
  const { parameters } = body as { readonly parameters?: unknown };
  const given = typeof parameters === 'object' && parameters !== null ? Object.keys(parameters) : [];
  const inside = Object.fromEntries(given.map((key) => [`parameters.${key}`, true]));
  const known = Object.keys(tuningFields).map((field) => `parameters.${field}`);
  return [...unknownFields(body, REQUEST_FIELDS), ...unknownFields(inside, known)];
}
