/**
 * Retrieval for agents: the tuning of a request, passages as chunks, and the index as a tool. Invalid input and failed searches return `success: false` with a sentence for the agent, so that no
 * exception ends its run. A search without matches is a success.
 */
import { IbidError } from '@ibid/core';
import type { CallOptions, Engine, KeptPassage, Passage, Question, Warning } from '@ibid/core/types';
import { z } from 'zod';
import type { ConversationRequest, Decoded, Issue, JsonSchema, WireContext } from '../dialect.ts';
import {
  count,
  described,
  instant,
  notAnObject,
  numberIn,
  optionalText,
  ratio,
  replyOf,
  textField,
  toJsonSchema,
} from '../shared/fields.ts';
import { decodedAs, decodeWith, LIMITS, oneOfNames, readSelection } from '../shared/read-request.ts';
import { asSentence, listedPassages, pageOrMarker, tokensOf, warningLines } from '../shared/replies.ts';
import { encodeFailureBody } from '../shared/failures.ts';

/** Maximum characters of a query in this contract. */
export const LONGEST_QUERY = 999;

/** Tuning fields of a request. */
type Field = 'temperature' | 'max_turns' | 'top_k' | 'score_threshold';
type Tuning = Readonly<Partial<Record<Field, number | undefined>>>;

/** Values for fields that a request leaves out. */
export type TuningDefaults = Readonly<Record<Field, number>>;

/** Defaults of the contract, used unless the owner sets others. */
export const TUNING_DEFAULTS: TuningDefaults = {
  temperature: 0.5,
  max_turns: 10,
  top_k: 5,
  score_threshold: 0.5,
};

export const tuningFields: Readonly<Record<Field, ReturnType<typeof numberIn>>> = {
  temperature: numberIn(0, 1),
  max_turns: numberIn(1, 50, 'whole'),
  top_k: numberIn(1, 10, 'whole'),
  score_threshold: numberIn(0, 1),
};

/** Reads settings given at the top level or inside `parameters`. A setting given twice must have the same value. */
export function readTuning(
  flat: Tuning,
  nested: Tuning,
  defaults: TuningDefaults,
): { readonly settings: ConversationRequest['settings']; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  const value = (field: Field): number => {
    const read = oneOfNames<number>({ [field]: flat[field], [`parameters.${field}`]: nested[field] });
    issues.push(...read.issues);
    return read.value ?? defaults[field];
  };
  const settings = {
    temperature: value('temperature'),
    maxTurns: value('max_turns'),
    scoreThreshold: value('score_threshold'),
    topK: value('top_k'),
  };
  return { settings, issues };
}

/** Adds defaults to the schema of an object, because zod omits them for fields that it transforms. */
export function withDefaults(schema: JsonSchema, defaults: TuningDefaults): JsonSchema {
  const properties = Object.entries(schema['properties'] as Readonly<Record<string, JsonSchema>>).map(
    ([name, property]) => [name, name in defaults ? { ...property, default: defaults[name as Field] } : property],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

type ChunkText = 'chunk_id' | 'content_text' | 'source_file' | 'module_name' | 'section_heading' | 'retrieved_at';
type ChunkNumber = 'similarity_score' | 'chunk_index' | 'total_chunks' | 'token_count';

/** One passage, also as stored in a session. Its schema describes the fields. */
export type RetrievedChunk = Readonly<Record<ChunkText | 'url' | 'anchor', string> & Record<ChunkNumber, number>>;

const chunkReply = replyOf<[KeptPassage]>()({
  chunk_id: [z.string(), ({ chunkId }) => chunkId],
  similarity_score: [
    ratio.describe('Of query and chunk; 1 for a passage of a selection, which the reader chose'),
    ({ similarity }) => similarity,
  ],
  content_text: [
    z.string().describe('Verbatim and whole, also where a selection is a part of it'),
    (kept) => kept.text,
  ],
  source_file: [z.string(), ({ sourceFile }) => sourceFile],
  module_name: [z.string(), ({ module }) => module],
  section_heading: [z.string(), ({ heading }) => heading],
  chunk_index: [count.describe('Place in the page, from 0'), ({ indexInPage }) => indexInPage],
  total_chunks: [z.int().min(1), ({ chunksInPage }) => chunksInPage],
  token_count: [z.int().min(1), ({ tokens }) => tokens],
  retrieved_at: [instant, ({ retrievedAt }) => retrievedAt],
  url: [z.string(), ({ url }) => pageOrMarker(url)],
  anchor: [z.string().describe("Id in the page; '' = its top"), ({ anchor }) => anchor],
});

export const retrievedChunkSchema: z.ZodType<RetrievedChunk> = chunkReply.schema;

/** Encodes a passage of this run or of an earlier turn. */
export const retrievedChunk: (kept: KeptPassage) => RetrievedChunk = chunkReply.encode;

/** Converts a passage to the form shown in a reply and stored in a session: the whole chunk, even if a selection covers only part of it. */
export function keptPassage(passage: Passage, context: Pick<WireContext, 'receivedAt' | 'countTokens'>): KeptPassage {
  const { chunk, similarity } = passage;
  return {
    chunkId: chunk.id,
    url: chunk.url,
    anchor: chunk.anchor,
    similarity,
    text: chunk.text,
    sourceFile: chunk.sourceFile,
    module: chunk.module,
    heading: chunk.heading,
    indexInPage: chunk.indexInPage,
    chunksInPage: chunk.chunksInPage,
    tokens: tokensOf(passage, context.countTokens),
    retrievedAt: context.receivedAt,
  };
}

/** Returns a sentence about a model failure despite which there is a reply. An exhausted budget is not a failure. */
export function modelTrouble(warnings: readonly Warning[]): string | null {
  const failed = warnings.find(({ code }) => code.startsWith('model_') && code !== 'model_over_budget');
  return failed === undefined ? null : asSentence(failed.text);
}

/**
 * Describes the result of a finished retrieval. `success`: it worked, even without matches; false if nothing was found because a part
 * failed. `trouble`: a sentence about that part. If the embedder fails, the words of the question are still searched for.
 */
export function retrievalResult(
  passages: readonly Pick<Passage, 'label'>[],
  warnings: readonly Warning[],
): { readonly success: boolean; readonly trouble: string | null } {
  const failed = warnings.find(({ code }) => code === 'vector_leg_missing');
  if (failed === undefined) return { success: true, trouble: null };
  // The embedder is irrelevant if the requested page or section does not exist.
  const isElsewhere = warnings.some(({ code }) => code === 'scope_empty');
  return { success: passages.length > 0 || isElsewhere, trouble: asSentence(failed.text) };
}

const MISSING = 'is required and must not be blank';

/** Other fields are ignored. */
const inputSchema = z.object(
  {
    query_text: textField(LONGEST_QUERY, MISSING)
      .refine((text) => text !== '', MISSING)
      .meta({ minLength: 1, description: 'What to look for, in the words that the documentation would use' }),
    top_k: tuningFields.top_k.describe('Most passages to return'),
    score_threshold: tuningFields.score_threshold.describe('Least similarity of a passage, 0 to 1'),
    selected_text: optionalText(LIMITS.selectionTaken).describe(
      'Text that the reader selected on a page; with it, only passages of the selection come back',
    ),
  },
  { error: notAnObject('The input must be a JSON object.') },
);

/** JSON Schema 2020-12 of the input. */
function parametersSchema(tuning: TuningDefaults): JsonSchema {
  return withDefaults(toJsonSchema(inputSchema, 'input'), tuning);
}

/** Decodes the input of the retrieval tool. */
export function decodeToolInput(input: unknown, tuning: TuningDefaults = TUNING_DEFAULTS): Decoded<Question> {
  return decodeWith(inputSchema, input, ({ query_text: text, selected_text, top_k, score_threshold }) => {
    const { selection, notes } = readSelection({ text: selected_text });
    const retrieval = {
      limit: top_k ?? tuning.top_k,
      minSimilarity: score_threshold ?? tuning.score_threshold,
      mostSimilar: true as const,
    };
    return decodedAs({ text, history: [], ...(selection === undefined ? {} : { selection }), retrieval }, [], {
      notes,
    });
  });
}

export interface RetrievalToolOutput {
  /** Most similar first; passages of a selection in page order. */
  readonly retrieved_chunks: readonly RetrievedChunk[];
  /** For use inside the process only: do not send it to a client or a model. Empty if nothing was embedded. */
  readonly query_embedding: readonly number[];
  readonly search_time_ms: number;
  /** Number of passages compared before threshold and limit; for a selection, of those that contain it. */
  readonly total_candidates: number;
  /** Also true without matches. False if nothing was found because a part failed. */
  readonly success: boolean;
  /** Contains nothing about the owner's machine; `null` on success. */
  readonly error_message: string | null;
  /** `code: text`, for example if a selection was cut or a query was searched by words only. */
  readonly warnings: readonly string[];
}

const outputSchema: z.ZodType<RetrievalToolOutput> = z.strictObject({
  retrieved_chunks: z.array(retrievedChunkSchema.meta(described('RetrievedChunk'))),
  query_embedding: z.array(z.number()).describe('Stays inside the process'),
  search_time_ms: z.number().min(0),
  total_candidates: count.describe('Compared before the threshold and the limit'),
  success: z.boolean().describe('Also without matches'),
  error_message: z.string().nullable(),
  warnings: z.array(z.string()),
});

/** Schemas of the tool's input and output for the API description; no endpoint uses them. */
export function toolSchemas(tuning: TuningDefaults): readonly JsonSchema[] {
  const input = { ...parametersSchema(tuning), ...described('RetrievalToolInput', 'query_text') };
  return [input, toJsonSchema(outputSchema, 'output', 'RetrievalToolOutput')];
}

export interface RetrievalTool {
  readonly name: 'search_docs';
  /** Description for the agent. */
  readonly description: string;
  /** JSON Schema 2020-12 of `RetrievalToolInput`. */
  readonly parameters: JsonSchema;
  /** Runs the tool. `input` is a `RetrievalToolInput` as JSON. Rejects only with `ABORTED`. */
  execute(input: unknown, options?: CallOptions): Promise<RetrievalToolOutput>;
}

export interface RetrievalToolOptions {
  /** `find` of the engine. */
  readonly find: Engine['find'];
  /** Counts o200k tokens. */
  readonly countTokens: (text: string) => number;
  /** Returns the current time, ISO 8601 UTC. */
  readonly nowIso: () => string;
  /** Monotonic clock in milliseconds. */
  readonly clock: () => number;
  /** Defaults for missing input fields. Default: those of the contract. */
  readonly tuning?: Partial<TuningDefaults>;
}

const NOTHING: RetrievalToolOutput = {
  retrieved_chunks: [],
  query_embedding: [],
  search_time_ms: 0,
  total_candidates: 0,
  success: false,
  error_message: null,
  warnings: [],
};

const DESCRIPTION =
  'Searches the documentation and returns the passages that fit a query best, word for word, each with its page, section and similarity. An empty list means that the documentation does not cover the query.';

export function retrievalTool(options: RetrievalToolOptions): RetrievalTool {
  const { find, countTokens, nowIso, clock } = options;
  const tuning: TuningDefaults = { ...TUNING_DEFAULTS, ...options.tuning };
  return {
    name: 'search_docs',
    description: DESCRIPTION,
    parameters: parametersSchema(tuning),
    async execute(input, call = {}) {
      const started = clock();
      const end = (parts: Partial<RetrievalToolOutput>): RetrievalToolOutput => ({
        ...NOTHING,
        ...parts,
        search_time_ms: Math.max(0, clock() - started),
      });
      const decoded = decodeToolInput(input, tuning);
      if (decoded.kind !== 'ok') {
        return end({ error_message: decoded.issues.map(({ message }) => message).join('; ') });
      }
      try {
        const { retrieval, passages, warnings } = await find(decoded.value, call);
        const context = { receivedAt: nowIso(), countTokens };
        const { success, trouble } = retrievalResult(passages, warnings);
        const isSelected = decoded.value.selection !== undefined;
        // A selection may cover more passages than the limit.
        const listed = listedPassages(passages).slice(0, decoded.value.retrieval?.limit);
        return end({
          retrieved_chunks: listed.map((passage) => retrievedChunk(keptPassage(passage, context))),
          query_embedding: Array.from(retrieval.vector ?? []),
          total_candidates: isSelected ? passages.length : retrieval.candidates,
          success,
          error_message: success ? null : trouble,
          warnings: warningLines(decoded.notes, warnings, leftOut(listed.length, passages.length)),
        });
      } catch (error) {
        return end({ error_message: sentenceOf(error, call) });
      }
    },
  };
}

function leftOut(listed: number, found: number): readonly Warning[] {
  const text = `only the first ${listed} of the selection's ${found} passages are returned; raise \`top_k\``;
  return listed === found ? [] : [{ code: 'selection_limited', text }];
}

/** Returns the sentence about an error that an agent may see. `ABORTED` is rethrown, because it is not a search result. */
function sentenceOf(error: unknown, { signal }: CallOptions): string {
  if (IbidError.is(error, 'ABORTED')) throw error;
  if (signal?.aborted === true) throw new IbidError('ABORTED', 'The search was stopped.', { cause: error });
  return encodeFailureBody({ code: IbidError.is(error) ? error.code : 'INTERNAL', message: '' }, '').message;
}
