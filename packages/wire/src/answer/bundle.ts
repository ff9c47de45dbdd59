/** The bundle of passages in a request: its schema, its limits, and the checks that it can be genuine. */
import type { SuppliedChunk, SuppliedContext } from '@ibid/core/types';
import { z } from 'zod';
import type { Decoded, Issue } from '../dialect.ts';
import { blankAsAbsent, described, notAnObject, numberIn, optionalText, orNamed } from '../shared/fields.ts';
import { cleanText, decodedAs, decodeWith, LIMITS, unknownFields } from '../shared/read-request.ts';

/** Sources that an answer may use: all passages of the bundle, or only the selection. */
export const MODES = ['global', 'selected_text_only'] as const;

/** Limits of a bundle. Lengths of texts are in Unicode characters. */
export const BUNDLE_LIMITS = {
  chunks: 100,
  content: 20_000,
  chunkId: 500,
  /** All passages of one retrieval together. */
  tokens: 4_000,
  /** The whole request. Far more than an answer uses, with space for the bundle's metadata. */
  bytes: 1_048_576,
} as const;

const STATUSES = ['success', 'partial', 'no_matches', 'error'] as const;
const LISTS = ['chunks', 'retrieved_chunks'] as const;
/** Higher than any score that a retrieval gives. */
const MOST_SCORE = 10;
/** Tolerance for cosines that other programs compute. */
const ROUNDING = 0.001;
/** URL schemes that a browser would execute, or read from the reader's machine. Browsers ignore control characters inside them. */
const ACTIVE = /^(?:javascript|vbscript|data|blob|file|filesystem|about|view-source):/iu;

const number = blankAsAbsent(z.number('must be a number').nullish());
const similarity = blankAsAbsent(
  z
    .number('must be a number')
    .refine((value) => value >= -ROUNDING && value <= 1 + ROUNDING, 'must be a number from 0 to 1')
    .nullish(),
);

function name(limit: number): z.ZodType<string | null | undefined> {
  return z
    .string('must be a string')
    .meta({ maxLength: limit })
    .refine((text) => text.length <= limit, `must have at most ${limit} characters`)
    .nullish();
}

/** Text that is compared and quoted unchanged: not blank, at most `limit` characters, no cleaning. */
function verbatim(limit: number): z.ZodType<string, string> {
  return z
    .string('must be a string')
    .meta({ minLength: 1, maxLength: limit })
    .refine((text) => cleanText(text) !== '', 'must not be blank')
    .refine((text) => text.length <= limit || [...text].length <= limit, `must have at most ${limit} characters`);
}

/** Shown as a link, so it must be harmless. */
const sourceUrl = verbatim(LIMITS.url)
  .transform((text) => text.trim())
  .refine(
    (text) => !/\p{Cc}/u.test(text) && !ACTIVE.test(text),
    'must be the address of a page, or a name of the source that no browser runs',
  );

const chunkSchema = z.object(
  {
    chunk_id: verbatim(BUNDLE_LIMITS.chunkId),
    source_url: sourceUrl.describe('Address of the page, or another name of the source'),
    content: verbatim(BUNDLE_LIMITS.content).describe('The text that is quoted'),
    section: name(BUNDLE_LIMITS.content).describe('Heading of the section'),
    chapter: name(BUNDLE_LIMITS.content).describe('Title of the page'),
    anchor: name(LIMITS.url).describe('Id of the section in the page'),
    relevance_score: similarity.describe('Similarity of query and passage, 0 to 1'),
    rank_score: number.describe('How the passages of the bundle compare; `/api/retrieve` gives it'),
    token_count: number.describe('Not believed: tokens are counted'),
  },
  { error: notAnObject('must be an object with `chunk_id`, `source_url` and `content`') },
);

type BundleChunk = z.output<typeof chunkSchema>;

const list = z
  .array(chunkSchema.meta(described('BundleChunk')), 'must be a list of passages')
  .max(BUNDLE_LIMITS.chunks, `must have at most ${BUNDLE_LIMITS.chunks} passages`);

const fields = {
  query: optionalText(LIMITS.query).describe('What was retrieved for'),
  mode: blankAsAbsent(z.enum(MODES, 'must be `global` or `selected_text_only`').nullish()),
  status: z
    .enum(STATUSES, `must be one of ${STATUSES.map((status) => `\`${status}\``).join(', ')}`)
    .describe('What the retrieval says of itself'),
  chunks: orNamed(list).describe('The passages, best first'),
  retrieved_chunks: blankAsAbsent(list.nullish()).describe('Another name of `chunks`'),
  selected_text: optionalText(LIMITS.selectionTaken).describe('What the reader has selected'),
  total_tokens: number.describe(
    'Of all passages together. One that is far from their sum is refused; passages may be left out of a bundle',
  ),
  warnings: blankAsAbsent(z.array(z.string('must be a string'), 'must be a list of strings').nullish()),
  generation: numberIn(0, Number.MAX_SAFE_INTEGER, 'whole').describe('Of the index that the passages were taken from'),
  query_embedding: blankAsAbsent(z.array(z.number('must be a number'), 'must be a list of numbers').nullish()),
};

const schema = z
  .object(fields, { error: notAnObject('must be an object, the bundle of a retrieval') })
  .meta(described('ContextBundle', 'status', 'chunks'));

/** Schema for the API description; `decodeBundle` does the decoding. Unknown fields are ignored. */
export const bundleSchema: z.ZodType = schema;

interface Bundle {
  readonly context: Omit<SuppliedContext, 'selectionOnly'>;
  readonly selectedText: string | undefined;
}

/** Decodes a bundle; one that cannot be genuine is `refused`. */
export function decodeBundle(given: unknown): Decoded<Bundle> {
  const long = LISTS.filter((key) => lengthOf(given, key) > BUNDLE_LIMITS.chunks);
  if (long.length > 0) {
    return {
      kind: 'refused',
      issues: long.map((key) => issue(key, `must have at most ${BUNDLE_LIMITS.chunks} passages`)),
    };
  }
  const decoded = decodeWith(
    z.object({ context_bundle: schema }),
    { context_bundle: given },
    ({ context_bundle: bundle }) => {
      const key = bundle.chunks == null && bundle.retrieved_chunks ? 'retrieved_chunks' : 'chunks';
      const chunks = bundle[key] ?? [];
      const generation = bundle.generation === undefined ? {} : { generation: bundle.generation };
      const context = { status: bundle.status, chunks: chunks.map(toSupplied), ...generation };
      const issues = [...listIssues(bundle, key), ...repeatIssues(key, chunks)];
      const notes = unknownFields(given, fields, 'context_bundle.');
      return decodedAs({ context, selectedText: bundle.selected_text }, issues, { notes });
    },
  );
  return decoded.kind === 'invalid' ? { ...decoded, kind: 'refused' } : decoded;
}

function issue(path: string, message: string): Issue {
  return { path: `context_bundle.${path}`, message: `\`context_bundle.${path}\` ${message}` };
}

function lengthOf(given: unknown, key: string): number {
  const value: unknown = typeof given === 'object' && given !== null ? Reflect.get(given, key) : undefined;
  return Array.isArray(value) ? value.length : 0;
}

function listIssues(bundle: z.output<typeof schema>, key: (typeof LISTS)[number]): readonly Issue[] {
  const { chunks, retrieved_chunks, status } = bundle;
  if (bundle[key] == null) return [issue(key, 'is required: the passages of the retrieval, or an empty list')];
  if (chunks != null && retrieved_chunks != null && JSON.stringify(chunks) !== JSON.stringify(retrieved_chunks)) {
    const message = 'is another name of `context_bundle.chunks` and differs from it; send one of them';
    return [issue('retrieved_chunks', message)];
  }
  if (status === 'no_matches' && bundle[key].length > 0) {
    return [issue(key, 'holds passages although `context_bundle.status` is `no_matches`')];
  }
  const { total_tokens: total } = bundle;
  // Passages without a token count are estimated at four characters per token.
  const sum = bundle[key].reduce((all, { token_count, content }) => all + (token_count ?? content.length / 4), 0);
  if (total != null && (total < sum / 2 || total > 2 * sum + BUNDLE_LIMITS.tokens)) {
    return [issue('total_tokens', `is ${total}, and the passages have about ${Math.round(sum)} tokens`)];
  }
  if (status !== 'success' || bundle[key].length > 0) return [];
  const message =
    'is empty although `context_bundle.status` is `success`; a retrieval without matches says `no_matches`';
  return [issue(key, message)];
}

/** Passages with the same id must be equal. */
function repeatIssues(key: string, chunks: readonly BundleChunk[]): readonly Issue[] {
  const first = new Map<string, string>();
  return chunks.flatMap(({ chunk_id, content, source_url, section }, index) => {
    const passage = JSON.stringify([content, source_url, section ?? '']);
    const known = first.get(chunk_id);
    if (known === undefined) first.set(chunk_id, passage);
    const differs = known !== undefined && known !== passage;
    return differs ? [issue(`${key}.${index}`, 'has the `chunk_id` of another passage with other content')] : [];
  });
}

function toSupplied(chunk: BundleChunk): SuppliedChunk {
  return {
    id: chunk.chunk_id,
    url: chunk.source_url,
    anchor: chunk.anchor ?? '',
    title: chunk.chapter ?? '',
    heading: chunk.section ?? '',
    text: chunk.content,
    ...(chunk.relevance_score == null ? {} : { similarity: within(chunk.relevance_score, 1) }),
    ...(chunk.rank_score == null ? {} : { score: within(chunk.rank_score, MOST_SCORE) }),
  };
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, value));
}
