/**
 * The index as a tool for agents. Invalid input and failed searches return `success: false` with a sentence for the agent, so that no
 * exception ends its run. A search without matches is a success.
 */
import { IbidError } from '@ibid/core';
import type { CallOptions, Engine, Question, Warning } from '@ibid/core/types';
import { z } from 'zod';
import type { Decoded, JsonSchema } from '../dialect.ts';
import { encodeFailureBody } from '../shared/failures.ts';
import { count, described, notAnObject, optionalText, textField, toJsonSchema } from '../shared/fields.ts';
import { decodedAs, decodeWith, LIMITS, readSelection } from '../shared/read-request.ts';
import { listedPassages, warningLines } from '../shared/replies.ts';
import {
  keptPassage,
  retrievalResult,
  retrievedChunk,
  retrievedChunkSchema,
  type RetrievedChunk,
} from './retrieved-chunk.ts';
import { TUNING_DEFAULTS, tuningFields, withDefaults, type TuningDefaults } from './tuning.ts';

const LONGEST_QUERY = 999;
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
