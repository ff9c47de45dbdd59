/** Builds a question from request fields: alternative field names, pages and sections, selections, and notes about them for the client. */
import { pathKey, sectionKey } from '@ibid/core';
import type { Question, Scope, Selection, Warning } from '@ibid/core/types';
import type { z } from 'zod';
import type { Decoded, Issue } from '../dialect.ts';

/** Limits of request fields, in Unicode characters unless noted. */
export const LIMITS = {
  query: 2_000,
  searched: 200,
  selectionUsed: 2_000,
  selectionTaken: 5_000,
  turns: 20,
  turn: 4_000,
  citations: 20,
  name: 500,
  url: 2_000,
} as const;

const MOST_ISSUES = 20;
const MOST_UNKNOWN = 10;
const LONGEST_KEY = 60;
const SHOWN_CHARACTERS = 100;

type Names = Readonly<Record<string, string | undefined>>;

/** Makes Unicode well-formed, removes NUL and trims white space. Text of only invisible characters becomes `''`. */
export function cleanText(text: string): string {
  const clean = text.toWellFormed().replaceAll('\0', '').trim();
  return /[^\p{C}\p{Z}]/u.test(clean) ? clean : '';
}

/** Decodes a request: `read` gets the data if it fits the schema. */
export function decodeWith<Data, T>(
  schema: z.ZodType<Data>,
  input: unknown,
  read: (data: Data) => Decoded<T>,
): Decoded<T> {
  const parsed = schema.safeParse(input);
  return parsed.success ? read(parsed.data) : { kind: 'invalid', issues: describeIssues(parsed.error) };
}

/** Result of decoding: the value, or the issues if there are any. */
export function decodedAs<T>(
  value: T,
  issues: readonly Issue[] = [],
  rest: Partial<Pick<Extract<Decoded<T>, { kind: 'ok' }>, 'echo' | 'notes'>> = {},
): Decoded<T> {
  return issues.length > 0 ? { kind: 'invalid', issues } : { kind: 'ok', value, echo: {}, notes: [], ...rest };
}

/** Describes what does not fit a schema: at most 20 issues, one per field, each starting with the field's name. */
export function describeIssues(error: z.ZodError): readonly Issue[] {
  const issues = error.issues.flatMap((issue): readonly Issue[] => {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, MOST_ISSUES).map((key) => ({
        path: path === '' ? shownKey(key) : `${path}.${shownKey(key)}`,
        message: `\`${shownKey(key)}\` is not a field of this request`,
      }));
    }
    return [{ path, message: path === '' ? issue.message : `\`${path}\` ${issue.message}` }];
  });
  return issues.slice(0, MOST_ISSUES);
}

/** Returns notes about fields that are not among `known`. Borrowed dialects ignore such fields but report them, as below `path`. */
export function unknownFields(body: unknown, known: object, path = ''): readonly Warning[] {
  if (typeof body !== 'object' || body === null) return [];
  const unknown = Object.keys(body).filter((key) => !Object.hasOwn(known, key));
  const named = unknown.slice(0, MOST_UNKNOWN).map((key) => ({
    code: 'unknown_field',
    text: `\`${shownKey(path + key)}\` is not a field of this request and was ignored`,
  }));
  const more = unknown.length - named.length;
  if (more === 0) return named;
  const rest =
    more === 1
      ? '1 more field is not part of this request and was'
      : `${more} more are not part of this request and were`;
  return [...named, { code: 'unknown_field', text: `${rest} ignored` }];
}

/** Shortens a field name and removes special characters, so that a message can repeat it. */
function shownKey(key: string): string {
  return key.slice(0, LONGEST_KEY).replace(/[^\w.-]/gu, '?');
}

/** Reads a field that has several names: returns the first value, or an issue if two names have different values. */
export function oneOfNames<T extends string | number>(
  names: Readonly<Record<string, T | undefined>>,
  isSame: (one: T, other: T) => boolean = (one, other) => one === other,
): { readonly value: T | undefined; readonly issues: readonly Issue[] } {
  const given = Object.entries(names).filter((entry): entry is [string, T] => entry[1] !== undefined);
  const [first, ...others] = given;
  const other = others.find(([, value]) => first !== undefined && !isSame(value, first[1]));
  if (first === undefined || other === undefined) return { value: first?.[1], issues: [] };
  const message = `\`${first[0]}\` and \`${other[0]}\` are two names of one field and differ; send one of them`;
  return { value: undefined, issues: [{ path: other[0], message }] };
}

/** Issue for a missing required field. */
export function required(path: string): Issue {
  return { path, message: `\`${path}\` is required and must not be blank` };
}

/** Names of the fields that make up a question in the borrowed dialects. */
const NAMES = {
  query: ['query', 'query_text'],
  selected: ['selected_text', 'selected_text_constraint'],
  page: ['source_url_constraint', 'filter_url'],
} as const;

export interface Asked {
  /** The text is `''` if there are issues. */
  readonly question: Pick<Question, 'text' | 'history' | 'selection' | 'where'>;
  readonly issues: readonly Issue[];
  readonly notes: readonly Warning[];
}

/**
 * Reads the question, the selection and the page from validated `data`, under any of the names that are among `fields`; a dialect's own name
 * comes first. With a selection, page and section only locate it and do not restrict the search, unless `selects` is false.
 */
export function readAsked(data: Readonly<Record<string, unknown>>, fields: object, selects = true): Asked {
  const named = (names: readonly string[]): Readonly<Record<string, string | undefined>> => {
    const own = Object.keys(fields).filter((field) => names.includes(field));
    return Object.fromEntries(own.map((field) => [field, data[field] as string | undefined]));
  };
  const query = named(NAMES.query);
  const section = data['section_constraint'] as string | undefined;
  const text = oneOfNames(query);
  const passage = oneOfNames(named(NAMES.selected));
  const isConfined = selects && passage.value !== undefined;
  const place = readPage(named(NAMES.page), isConfined);
  const missing = text.value === undefined && text.issues.length === 0 ? [required(Object.keys(query)[0]!)] : [];
  const { selection, notes } = readSelection({ text: passage.value, url: place.page, section });
  const where = isConfined ? undefined : readScope({ page: place.page, section });
  return {
    question: {
      text: text.value ?? '',
      history: [],
      ...(selection === undefined ? {} : { selection }),
      ...(where === undefined ? {} : { where }),
    },
    issues: [...text.issues, ...passage.issues, ...place.issues, ...missing],
    notes: [...notes, ...place.notes],
  };
}

/** Cuts a selection to the length that is used, and returns notes about it for the reader. */
export function readSelection(given: {
  readonly text: string | undefined;
  readonly url?: string | undefined;
  readonly section?: string | undefined;
}): { readonly selection: Selection | undefined; readonly notes: readonly Warning[] } {
  if (given.text === undefined) return { selection: undefined, notes: [] };
  const characters = [...given.text];
  const isCut = characters.length > LIMITS.selectionUsed;
  const note = `only the first ${LIMITS.selectionUsed} characters of the selection were used`;
  return {
    selection: {
      text: isCut ? characters.slice(0, LIMITS.selectionUsed).join('').trimEnd() : given.text,
      ...(given.url === undefined ? {} : { url: given.url }),
      ...(given.section === undefined ? {} : { section: given.section }),
    },
    notes: isCut ? [{ code: 'selection_cut', text: note }] : [],
  };
}

/** Returns the scope of page and section; `undefined` if there is no restriction. */
export function readScope(scope: {
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  readonly locale?: string | undefined;
  readonly version?: string | undefined;
}): Scope | undefined {
  const host = hostOf(scope.page ?? '') ?? '';
  const where: Scope = {
    ...(scope.page === undefined ? {} : { paths: [pathKey(scope.page)], ...(host === '' ? {} : { hosts: [host] }) }),
    ...(scope.section === undefined ? {} : { sections: [sectionKey(scope.section)] }),
    ...(scope.locale === undefined ? {} : { locale: scope.locale }),
    ...(scope.version === undefined ? {} : { version: scope.version }),
  };
  return Object.keys(where).length === 0 ? undefined : where;
}

/**
 * Reads the page of a request, which may have several field names. A value that is not a page is refused, because ignoring it would widen
 * the scope silently. With a selection, where a page only locates it, it is ignored with a note. Two spellings of the same page are
 * equal.
 */
export function readPage(
  names: Names,
  isBesideSelection: boolean,
): { readonly page: string | undefined; readonly issues: readonly Issue[]; readonly notes: readonly Warning[] } {
  const given = Object.entries(names).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const wrong = given.filter(([, value]) => hostOf(value) === undefined);
  const pages = Object.fromEntries(given.filter(([, value]) => hostOf(value) !== undefined));
  const { value, issues } = oneOfNames(
    pages,
    (one, other) =>
      pathKey(one) === pathKey(other) && (!hostOf(one) || !hostOf(other) || hostOf(one) === hostOf(other)),
  );
  // A bare path names the page of the other's host.
  const page = value === undefined ? undefined : (Object.values(pages).find(hostOf) ?? value);
  if (!isBesideSelection) return { page, issues: [...wrong.map(noPage), ...issues], notes: [] };
  const notes = wrong.map(([name]) => ({
    code: 'page_ignored',
    text: `\`${name}\` is not the address of a page and was ignored`,
  }));
  return { page, issues, notes };
}

function noPage([name, value]: readonly [string, string]): Issue {
  const characters = [...value];
  const shown = characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS).join('')}…` : value;
  const message = `\`${name}\` must be the address of a page, such as \`https://docs.example.org/guide\` or \`/guide\`, not \`${shown}\``;
  return { path: name, message };
}

/** A host with a port looks like a URL scheme. */
const HOST_WITH_PORT = /^[\w.-]+:\d+(?=[/?#]|$)/u;

/** Returns host and port of a page address in lower case, `''` for a bare path; `undefined` for text that is no page address. */
function hostOf(page: string): string | undefined {
  if (/^https?:/iu.test(page)) return /^https?:\/\//iu.test(page) ? URL.parse(page)?.host : undefined;
  if (page.startsWith('//')) return URL.parse(`https:${page}`)?.host;
  const hasPort = HOST_WITH_PORT.test(page);
  if (/^[a-z][a-z0-9+.-]*:/iu.test(page) && !hasPort) return undefined;
  if (!page.startsWith('/') && !/^[^?#\s]+(?:[?#]|$)/u.test(page)) return undefined;
  return hasPort ? (URL.parse(`https://${page}`)?.host ?? '') : '';
}
