import type { AskRequest as ClientRequest } from '@ibid/client';
import type { Question } from '@ibid/core/types';
import type { AskRequest, Decoded } from '../dialect.ts';
import {
  cleanText,
  decodedAs,
  oneOfNames,
  readPage,
  readScope,
  readSelection,
  required,
} from '../shared/read-request.ts';

type Optional<T> = T | null | undefined;
type Fields<T> = { readonly [K in keyof T]?: T[K] | undefined };
type Selected = Fields<Omit<NonNullable<ClientRequest['selection']>, 'only'>>;

/** Validated fields of a native question: those that clients send, and another name of the question. */
export interface NativeQuestion extends Fields<Omit<ClientRequest, 'selection' | 'history' | 'exact'>> {
  readonly query_text?: string | undefined;
  readonly selection?: Optional<Selected & { readonly only?: Optional<boolean> }>;
  readonly history?: Optional<Question['history']>;
  readonly exact?: Optional<boolean>;
}

/** Cleans the texts of fields that were not validated by this dialect's schema, and drops blank ones. */
export function cleanQuestion({ selection, history, ...fields }: NativeQuestion): NativeQuestion {
  return {
    ...cleaned(fields),
    ...(selection == null ? {} : { selection: cleaned(selection) }),
    ...(history == null ? {} : { history: history.map((turn) => ({ ...turn, text: cleanText(turn.text) })) }),
  };
}

function cleaned<T extends object>(fields: T): T {
  const texts = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? cleanText(value) : value,
  ]);
  return Object.fromEntries(texts.filter(([, value]) => value !== '')) as T;
}

/** Builds a question from validated fields, and checks rules that involve several fields. */
export function readQuestion(fields: NativeQuestion): Decoded<Omit<AskRequest, 'stream'>> {
  const { query, query_text, history, max_citations, exact, section, locale, version } = fields;
  const asked = oneOfNames({ query, query_text });
  const { only, ...selected } = fields.selection ?? { text: undefined };
  const { selection, notes } = readSelection({ text: undefined, ...selected });
  const place = readPage({ page: fields.page }, selection !== undefined && only !== false);
  const missing = asked.value === undefined && asked.issues.length === 0 ? [required('query')] : [];
  const issues = [...asked.issues, ...missing, ...place.issues];
  const where = readScope({ page: place.page, section, locale, version });
  const question: Question = {
    text: asked.value ?? '',
    history: history ?? [],
    ...(selection === undefined ? {} : only === false ? { about: selection } : { selection }),
    ...(where === undefined ? {} : { where }),
    ...(max_citations === undefined ? {} : { maxCitations: max_citations }),
    ...(exact === true ? { exact: true } : {}),
  };
  return decodedAs({ question }, issues, { notes: [...notes, ...place.notes] });
}
