import { z } from 'zod';
import { blankAsAbsent } from '../shared/blank-as-absent.ts';
import { LIMITS } from '../shared/limits.ts';
import { notAnObject } from '../shared/not-an-object.ts';
import { numberIn } from '../shared/number-in.ts';
import { optionalText } from '../shared/optional-text.ts';
import { BUNDLE_LIMITS } from './bundle-limits.ts';
import { givenText } from './given-text.ts';
import { MODES } from './modes.ts';
import { sourceName } from './source-name.ts';

export const BUNDLE_STATUSES = ['success', 'partial', 'no_matches', 'error'] as const;

export interface BundleChunk {
  readonly chunk_id: string;
  readonly source_url: string;
  readonly content: string;
  readonly section?: string | null | undefined;
  readonly chapter?: string | null | undefined;
  readonly anchor?: string | null | undefined;
  readonly relevance_score?: number | null | undefined;
  readonly rank_score?: number | null | undefined;
}

/** A bundle as read: what an answer uses of it. */
export interface Bundle {
  readonly status: (typeof BUNDLE_STATUSES)[number];
  readonly chunks?: readonly BundleChunk[] | null | undefined;
  readonly retrieved_chunks?: readonly BundleChunk[] | null | undefined;
  readonly selected_text?: string | undefined;
  readonly generation?: number | undefined;
}

const number = blankAsAbsent(z.number('must be a number').nullish());
const name = (limit: number): z.ZodType<string | null | undefined> =>
  z
    .string('must be a string')
    .meta({ maxLength: limit })
    .refine((text) => text.length <= limit, `must have at most ${limit} characters`)
    .nullish();

const chunk = z.object(
  {
    chunk_id: givenText(BUNDLE_LIMITS.chunkId),
    source_url: sourceName().meta({ description: 'Address of the page, or another name of the source' }),
    content: givenText(BUNDLE_LIMITS.content).meta({ description: 'The text that is quoted' }),
    section: name(BUNDLE_LIMITS.content).meta({ description: 'Heading of the section' }),
    chapter: name(BUNDLE_LIMITS.content).meta({ description: 'Title of the page' }),
    anchor: name(LIMITS.url).meta({ description: 'Id of the section in the page' }),
    relevance_score: number.meta({
      description: 'Similarity of query and passage, 0 to 1; what lies outside is taken as the nearer end',
    }),
    rank_score: number.meta({ description: 'How the passages of the bundle compare; `/api/retrieve` gives it' }),
    token_count: number.meta({ description: 'Not believed: tokens are counted' }),
  },
  { error: notAnObject('must be an object with `chunk_id`, `source_url` and `content`') },
);

const list = blankAsAbsent(
  z
    .array(chunk, 'must be a list of passages')
    .max(BUNDLE_LIMITS.chunks, `must have at most ${BUNDLE_LIMITS.chunks} passages`)
    .nullish(),
);

const fields = {
  query: optionalText(LIMITS.query).meta({ description: 'What was retrieved for' }),
  mode: blankAsAbsent(z.enum(MODES, 'must be `global` or `selected_text_only`').nullish()),
  status: z
    .enum(BUNDLE_STATUSES, `must be one of ${BUNDLE_STATUSES.map((status) => `\`${status}\``).join(', ')}`)
    .meta({ description: 'What the retrieval says of itself' }),
  chunks: list.meta({ description: 'The passages, best first' }),
  retrieved_chunks: list.meta({ description: 'Another name of `chunks`' }),
  selected_text: optionalText(LIMITS.selectionTaken).meta({ description: 'What the reader has selected' }),
  total_tokens: number,
  warnings: blankAsAbsent(z.array(z.string('must be a string'), 'must be a list of strings').nullish()),
  generation: numberIn(0, Number.MAX_SAFE_INTEGER, 'whole').meta({
    description: 'Of the index that the passages were taken from',
  }),
  query_embedding: blankAsAbsent(z.array(z.number('must be a number'), 'must be a list of numbers').nullish()),
};

export const bundleFields: readonly string[] = Object.keys(fields);

/** Unknown fields are ignored; `null` and absent are the same (R3). */
export const bundleSchema: z.ZodType<Bundle> = z
  .object(fields, { error: notAnObject('must be an object, the bundle of a retrieval') })
  .meta({ anyOf: [{ required: ['chunks'] }, { required: ['retrieved_chunks'] }] });
