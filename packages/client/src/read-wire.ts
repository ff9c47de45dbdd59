import type {
  AnswerParts,
  Citation,
  Closest,
  Correction,
  Excerpt,
  FoundPage,
  FoundSection,
  LitText,
  Mark,
  MarkKind,
  Reply,
  SearchReply,
  SectionLink,
  Shown,
  Statement,
  StatementKind,
  Warning,
} from './wire.ts';

export const text: Reader<string> = check((value) => typeof value === 'string', 'a string');

/** Reads a number from 0. */
export const number: Reader<number> = check((value) => Number.isFinite(value) && (value as number) >= 0, 'a number');

/** Reads a footnote number. */
const index: Reader<number> = check(
  (value) => Number.isSafeInteger(value) && (value as number) > 0,
  'a whole number from 1',
);

export const flag: Reader<boolean> = check((value) => typeof value === 'boolean', 'a flag');

const list: Reader<readonly unknown[]> = check(Array.isArray, 'a list');

const record: Reader<Readonly<Record<string, unknown>>> = check(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'an object',
);

// Readers of the server's data. They keep only the known members and throw if one is missing or has the wrong type.

const KINDS: readonly StatementKind[] = ['sentence', 'step', 'code', 'row', 'item', 'header', 'label'];
const MARKS: readonly MarkKind[] = ['code', 'strong', 'emphasis', 'sub', 'sup', 'math', 'link'];
/** Safety limit: no line of text has more marks. */
const MOST_MARKS = 500;
const MOST_LEVELS = 12;
const section = { url: text, anchor: text, href: text, title: text, section: text } as const;

export const readCitation: Reader<Citation> = objectOf<Citation>({
  index,
  ...section,
  quote: text,
  chunk_id: text,
  similarity: number,
});

const mark: Reader<Mark> = objectOf<Mark>({ kind: oneOf(...MARKS), start: number, end: number, href: text });

const shown: ReadersOf<Shown> = {
  // An unknown kind from a newer server is still proved text.
  kind: (value) => KINDS.find((known) => known === text(value)) ?? 'sentence',
  text,
  language: text,
  // Older servers do not send these, and the text matters more.
  block: orElse(number, 0),
  depth: (value) => Math.min(MOST_LEVELS, Math.floor(orElse(number, 0)(value))),
  ordinal: orElse(number, 0),
  lit: orElse(flag, false),
  marks: (value) => fitting(mark)(value).slice(0, MOST_MARKS),
};

export const readStatement: Reader<Statement> = objectOf<Statement>({
  ...shown,
  citations: (value) => {
    const citations = listOf(index)(value);
    if (citations.length === 0) throw new TypeError('expected a footnote');
    return citations;
  },
  side: number,
  excerpt: orElse(number, null),
});

const excerpt = { ...section, headings: listOf(text) } as const;

export const readExcerpt: Reader<Excerpt> = objectOf<Excerpt>(excerpt);

const readClosest: Reader<Closest> = objectOf<Closest>({ ...excerpt, statements: listOf(objectOf<Shown>(shown)) });

export const answerParts: ReadersOf<AnswerParts> = {
  message: text,
  statements: listOf(readStatement),
  citations: listOf(readCitation),
  nearest: listOf(objectOf<SectionLink>(section)),
  warnings: listOf(objectOf<Warning>({ code: text, text })),
  withheld: number,
  // Older servers do not send these; the answer is still valid without them.
  excerpts: orElse(listOf(readExcerpt), []),
  closest: (value) => fitting(readClosest)(value).filter(({ statements }) => statements.length > 0),
  corrected: fitting(objectOf<Correction>({ from: text, to: text })),
};

export const readReply: Reader<Reply> = proved(
  objectOf<Reply>({
    request_id: text,
    outcome: oneOf('answered', 'insufficient', 'refused'),
    asked: text,
    answer: text,
    ...answerParts,
    confidence: number,
    generation: number,
    answerer: text,
    model: orElse(objectOf({ name: text, fault: orElse(text, null) }), null),
  }),
);

const litText: Reader<LitText> = objectOf<LitText>({ text, lit: listOf(objectOf({ start: number, end: number })) });
const FOUND: readonly FoundSection['kind'][] = ['page', 'heading', 'text', 'code'];

/** Readers of the parts that every search result has. */
export const searchParts: {
  readonly page: ReadersOf<Pick<FoundPage, 'url' | 'title'>>;
  readonly section: ReadersOf<Omit<FoundSection, 'url' | 'href'>>;
  readonly corrected: Reader<readonly Correction[]>;
} = {
  page: { url: text, title: litText },
  section: {
    anchor: text,
    headings: listOf(litText),
    // An unknown kind from a newer server is treated as text.
    kind: (value) => FOUND.find((known) => known === value) ?? 'text',
    snippet: litText,
  },
  corrected: listOf(objectOf<Correction>({ from: text, to: text })),
};

const foundSection = objectOf<FoundSection>({ url: text, href: text, ...searchParts.section });

export const readSearchReply: Reader<SearchReply> = objectOf<SearchReply>({
  request_id: text,
  pages: listOf(
    objectOf<FoundPage>({ ...searchParts.page, locale: text, version: text, sections: listOf(foundSection) }),
  ),
  corrected: searchParts.corrected,
  generation: number,
});

/** Rejects data in which a statement has no matching citation, because the server never sends that. */
export function proved<T extends Pick<Reply, 'statements' | 'citations'>>(read: Reader<T>): Reader<T> {
  return (value) => {
    const data = read(value);
    const known = new Set(data.citations.map((citation) => citation.index));
    if (!data.statements.every(({ citations }) => citations.every((one) => known.has(one)))) {
      throw new TypeError('expected a citation');
    }
    return data;
  };
}

/** Converts untrusted data to `T`, or throws a `TypeError`, which the caller turns into a failure. */
export type Reader<T> = (value: unknown) => T;

type ReadersOf<T> = { readonly [K in keyof T]-?: Reader<T[K]> };

function check<T>(isFit: (value: unknown) => boolean, what: string): Reader<T> {
  return (value) => {
    if (!isFit(value)) throw new TypeError(`expected ${what}`);
    return value as T;
  };
}

export function oneOf<T extends string>(...names: readonly T[]): Reader<T> {
  return check((value) => names.includes(value as T), names.join(' or '));
}

export function listOf<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) => list(value).map((one) => read(one));
}

/** Reads an object, keeping only the members named in `readers`. */
export function objectOf<T extends object>(readers: ReadersOf<T>): Reader<T> {
  return (value) => {
    const data = record(value);
    const members = Object.entries<Reader<unknown>>(readers);
    return Object.fromEntries(members.map(([name, read]) => [name, read(data[name])])) as T;
  };
}

/** Reads a value, or returns `absent` if it is `undefined` or `null`. */
export function orElse<T, A>(read: Reader<T>, absent: A): Reader<T | A> {
  return (value) => (value === undefined || value === null ? absent : read(value));
}

/** Keeps the valid members of a list; returns an empty list for any other value. */
function fitting<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) =>
    (Array.isArray(value) ? value : []).flatMap((one) => {
      try {
        return [read(one)];
      } catch {
        return [];
      }
    });
}
