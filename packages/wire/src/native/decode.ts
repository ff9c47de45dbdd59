import { pathKey, sectionKey, type Question, type Selection, type Where } from '@ibid/core';
import type { z } from 'zod';
import type { Decoded, Issue } from '../dialect.ts';
import { LIMITS, requestSchema, type NativeRequest } from './schema.ts';

/** Reads a native request; `streams` is what the path asks for, `undefined` where the body may choose. */
export function decode(body: unknown, streams: true | undefined): Decoded {
  const parsed = requestSchema.safeParse(body);
  if (!parsed.success) return { kind: 'invalid', issues: parsed.error.issues.flatMap(describe) };
  const request = parsed.data;
  const { query, query_text: alias } = request;
  if (query !== undefined && alias !== undefined && query !== alias) {
    return invalid('query_text', '`query` and `query_text` are two names of one field and differ; send one of them');
  }
  const asked = query ?? alias;
  if (asked === undefined) return invalid('query', '`query` is required and must not be blank');
  if (streams === true && request.stream === false) {
    return invalid('stream', '`stream` is always true here; use `POST /api/ask` for one JSON reply');
  }
  const { selection, notes } = readSelection(request);
  const where = readScope(request);
  const question: Question = {
    text: asked,
    history: request.history ?? [],
    ...(selection === undefined ? {} : { selection }),
    ...(where === undefined ? {} : { where }),
    ...(typeof request.max_citations === 'number' ? { maxCitations: request.max_citations } : {}),
  };
  return { kind: 'ok', question, stream: streams ?? request.stream ?? false, echo: {}, notes };
}

function readSelection(request: NativeRequest): { selection: Selection | undefined; notes: readonly string[] } {
  const given = request.selection;
  if (given?.text === undefined) return { selection: undefined, notes: [] };
  const characters = [...given.text];
  const cut = characters.length > LIMITS.selectionUsed;
  return {
    selection: {
      text: cut ? characters.slice(0, LIMITS.selectionUsed).join('').trimEnd() : given.text,
      ...(given.url === undefined ? {} : { url: given.url }),
      ...(given.section === undefined ? {} : { section: given.section }),
    },
    notes: cut ? [`selection_cut: only the first ${LIMITS.selectionUsed} characters of the selection were used`] : [],
  };
}

function readScope(request: NativeRequest): Where | undefined {
  const where: Where = {
    ...(request.page === undefined ? {} : { paths: [pathKey(request.page)] }),
    ...(request.section === undefined ? {} : { sections: [sectionKey(request.section)] }),
    ...(request.locale === undefined ? {} : { locale: request.locale }),
    ...(request.version === undefined ? {} : { version: request.version }),
  };
  return Object.keys(where).length === 0 ? undefined : where;
}

function invalid(path: string, message: string): Decoded {
  return { kind: 'invalid', issues: [{ path, message }] };
}

function describe(issue: z.core.$ZodIssue): readonly Issue[] {
  const path = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: path === '' ? key : `${path}.${key}`,
      message: `\`${key}\` is not a field of this request`,
    }));
  }
  return [{ path, message: path === '' ? issue.message : `\`${path}\` ${issue.message}` }];
}
