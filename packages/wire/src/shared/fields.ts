/** Schemas of request fields. In optional fields, `null`, an absent field and blank text mean the same. */
import { z } from 'zod';
import type { Decoded, Issue, JsonSchema } from '../dialect.ts';
import type { FailureBody } from './failures.ts';
import { type Asked, cleanText, decodedAs, decodeWith, LIMITS, readAsked, unknownFields } from './read-request.ts';

export const UUID: RegExp = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/iu;

type OptionalText = z.ZodType<string | undefined, string | null | undefined>;
type Flag = boolean | null | undefined;

/** Makes a field of any type optional, treating blank text as absent. */
export function blankAsAbsent<Output, Input>(schema: z.ZodType<Output, Input>): z.ZodType<Output, Input> {
  // The API description does not mention blank text: it documents only the intended type.
  return z.preprocess(withoutBlank, schema) as unknown as z.ZodType<Output, Input>;
}

function withoutBlank(value: unknown): unknown {
  return typeof value === 'string' && cleanText(value) === '' ? undefined : value;
}

/** A cleaned string of at most `limit` characters. `missing` is the message if it is absent. */
export function textField(limit: number, missing = 'must be a string'): z.ZodType<string, string> {
  return z
    .string({ error: ({ input }) => (input === undefined || input === null ? missing : 'must be a string') })
    .meta({ maxLength: limit })
    .transform(cleanText)
    .refine((value) => [...value].length <= limit, `must have at most ${limit} characters`);
}

export function optionalText(limit: number): OptionalText {
  return textField(limit)
    .nullish()
    .transform((value) => (value === null || value === '' ? undefined : value));
}

export function optionalFlag(): z.ZodType<Flag, Flag> {
  return blankAsAbsent(z.boolean('must be true or false').nullish());
}

/**
 * An optional number from `least` to `most`. Values outside are refused with field, value and range. If absent it is `preset`, which the
 * description documents as the default.
 */
export function numberIn<const P extends number | undefined = undefined>(
  least: number,
  most: number,
  kind: 'whole' | 'any' = 'any',
  preset?: P,
): z.ZodType<number | P, number | null | undefined> {
  const wanted = `must be a ${kind === 'whole' ? 'whole ' : ''}number from ${least} to ${most}`;
  const error = (issue: { readonly input?: unknown }): string => `${wanted}, not ${valueInWords(issue.input)}`;
  const number = (kind === 'whole' ? z.int({ error }) : z.number({ error }))
    .min(least, { error })
    .max(most, { error })
    .nullish();
  const optional = blankAsAbsent<number | null | undefined, number | null | undefined>(
    preset === undefined ? number : number.default(preset),
  );
  return optional.transform((value) => value ?? (preset as P));
}

function valueInWords(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return Array.isArray(value) ? 'a list' : `a value of type ${typeof value}`;
}

/** Defines one field with several names. The first one is its own name. */
export function namedField<const N extends string>(
  [own, ...others]: readonly [N, ...N[]],
  schema: OptionalText,
  description: string,
): Readonly<Record<N, OptionalText>> {
  const fields = [
    [own, schema.describe(description)] as const,
    ...others.map((name) => [name, schema.describe(`Another name of \`${own}\``)] as const),
  ];
  return Object.fromEntries(fields) as Record<N, OptionalText>;
}

/** Defines the field of a selection with all its names. */
export function selectedField<const N extends string>(
  names: readonly [N, ...N[]],
  meaning = 'Answer from this passage alone',
): Readonly<Record<N, OptionalText>> {
  const description = `${meaning}; used up to ${LIMITS.selectionUsed} characters`;
  return namedField(names, optionalText(LIMITS.selectionTaken), description);
}

const LOCATES = 'With a selection it says where that stands.';

/** Defines the field of a page with all its names. */
export function pageField<const N extends string>(names: readonly [N, ...N[]]): Readonly<Record<N, OptionalText>> {
  return namedField(names, optionalText(LIMITS.url), `Only this page: its address, or its path. ${LOCATES}`);
}

export function sectionField(): OptionalText {
  return optionalText(LIMITS.name).describe(`Only the section with this heading or anchor. ${LOCATES}`);
}

/** Defines the question field with all its names in a dialect. The description requires its own name, but the others are accepted too. */
export function questionField<const N extends string>(
  [own, ...others]: readonly [N, ...N[]],
  limit: number = LIMITS.query,
): Readonly<Record<N, OptionalText>> {
  const fields = namedField([own, ...others], optionalText(limit).meta({ minLength: 1 }), 'The question');
  return { ...fields, [own]: orNamed(textField(limit)).meta({ minLength: 1, description: 'The question' }) };
}

/** A field that the description requires but that may have another name, so `null` and blank text count as absent. */
export function orNamed<Output, Input>(
  schema: z.ZodType<Output, Input>,
): z.ZodType<Output | undefined, Input | null | undefined> {
  return z.preprocess((value) => withoutBlank(value) ?? undefined, schema.optional()) as never;
}

/** Message for a value that is not an object. Issues about unknown keys are kept, because they name the key. */
export function notAnObject(
  message = 'The body must be a JSON object.',
): (issue: { readonly code?: string }) => string | undefined {
  return (issue) => (issue.code === 'unrecognized_keys' ? undefined : message);
}

type Reading<T> = Partial<Omit<Extract<Decoded<T>, { kind: 'ok' }>, 'kind'>> & {
  readonly value: T;
  readonly issues?: readonly Issue[];
};

/**
 * Defines a request of a borrowed dialect, which ignores unknown fields with a note. `read` returns its value from the validated fields, the
 * question that `readAsked` finds in them, and the body as it was sent. `selects` is as in `readAsked`.
 */
export function borrowedRequest<F extends z.ZodRawShape, T>(
  fields: F,
  read: (data: z.output<z.ZodObject<F>>, asked: Asked, body: z.output<z.ZodObject<F>>) => Reading<T>,
  selects?: (data: z.output<z.ZodObject<F>>) => boolean,
): { readonly schema: z.ZodObject<F>; readonly decode: (body: unknown) => Decoded<T> } {
  const schema = z.object(fields, { error: notAnObject() });
  return {
    schema,
    decode: (body) =>
      decodeWith(schema, body, (data) => {
        const asked = readAsked(data, fields, selects?.(data));
        const { value, issues = [], echo = {}, notes = [] } = read(data, asked, body as typeof data);
        return decodedAs(value, [...asked.issues, ...issues], {
          echo,
          notes: [...asked.notes, ...unknownFields(body, fields), ...notes],
        });
      }),
  };
}

/** Metadata for the API description: the schema's name and its required fields. */
export function described(title: string, ...required: readonly string[]): { title: string; required?: string[] } {
  return required.length === 0 ? { title } : { title, required: [...required] };
}

/** Converts a schema to JSON Schema 2020-12, for accepted data (`input`) or produced data (`output`), with an optional name. */
export function toJsonSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  title?: string,
  ...required: readonly string[]
): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, target: 'draft-2020-12' });
  return title === undefined ? rest : { ...rest, ...described(title, ...required) };
}

/** Schemas that replies often have: an id, a time, a text that is never empty, a number of things, a share or a similarity. */
export const uuid: z.ZodString = z.string().meta({ format: 'uuid' });
export const instant: z.ZodString = z.string().meta({ format: 'date-time' });
export const filled: z.ZodString = z.string().min(1);
export const count: z.ZodInt = z.int().min(0);
export const ratio: z.ZodNumber = z.number().min(0).max(1);
/** Fields of a cited passage that have the same name in several dialects. */
export const anchor: z.ZodString = z.string().describe("Id of the section in the page; '' = its top");
export const quotes: z.ZodArray<z.ZodString> = z
  .array(filled)
  .min(1)
  .describe('What the answer takes from the passage, verbatim, in order of first use');

type Shape = Readonly<Record<string, z.ZodType>>;

interface ReplyObject<From extends readonly unknown[], S extends Shape> {
  readonly schema: z.ZodObject<{ -readonly [K in keyof S]: S[K] }, z.core.$strict>;
  readonly encode: (...from: From) => { readonly [K in keyof S]: z.output<S[K]> };
}

/** Defines an object of a reply by its fields in order: the schema of each, and how it is read from what the object is made of. */
export function replyOf<From extends readonly unknown[]>(): <const S extends Shape>(fields: {
  readonly [K in keyof S]: readonly [schema: S[K], read: (...from: From) => z.output<S[K]>];
}) => ReplyObject<From, S> {
  return <S extends Shape>(fields: { readonly [K in keyof S]: readonly [S[K], (...from: From) => z.output<S[K]>] }) => {
    const entries = Object.entries(fields);
    const schemas = Object.fromEntries(entries.map(([name, [schema]]) => [name, schema]));
    const encode = (...from: From): object =>
      Object.fromEntries(entries.map(([name, [, read]]) => [name, read(...from)]));
    return { schema: z.strictObject(schemas), encode } as unknown as ReplyObject<From, S>;
  };
}

const issueSchema = z.strictObject({ path: z.string(), message: z.string() });
const failureBody = z.looseObject({
  error: z.string().describe('Short phrase for people'),
  code: z.string().describe('Stable name for programs'),
  message: z.string(),
  details: z.looseObject({
    issues: z.array(issueSchema).optional().describe('The fields of a request that are wrong'),
    retry_after_seconds: z.number().optional().describe('As in `Retry-After`'),
  }),
  request_id: z.string(),
});

export const failureBodySchema: z.ZodType<FailureBody> = failureBody;

/** JSON Schema of failures: the shared body, to which a dialect may add members. */
export function failureSchema(more: z.ZodRawShape = {}, title?: string): JsonSchema {
  return toJsonSchema(failureBody.extend(more), 'output', title);
}
