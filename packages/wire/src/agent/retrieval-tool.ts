/**
 * The index as an agent's tool. It answers with data alone: an input that is wrong and a search that failed come back as
 * `success: false` with a sentence for the agent, so that no exception ends its run. A search without matches is a success.
 */
import { IbidError, type CallOptions, type Passage, type Question, type Retrieval } from '@ibid/core';
import type { JsonSchema } from '../dialect.ts';
import { describeIssues } from '../shared/describe-issues.ts';
import { encodeFailureBody } from '../shared/encode-failure.ts';
import { readSelection } from '../shared/read-selection.ts';
import type { RetrievedChunk } from './reply.ts';
import { retrievalToolInputSchema, retrievalToolParameters, type RetrievalToolInput } from './retrieval-tool-input.ts';
import { retrievedChunk } from './retrieved-chunk.ts';
import { TUNING_DEFAULTS } from './tuning.ts';

export interface RetrievalToolOutput {
  /** Best first. */
  readonly retrieved_chunks: readonly RetrievedChunk[];
  /** Stays inside the process: leave it out of what goes to a client or a model (R10). Empty when nothing was embedded. */
  readonly query_embedding: readonly number[];
  readonly search_time_ms: number;
  /** Passages that were compared before the threshold and the limit. */
  readonly total_candidates: number;
  readonly success: boolean;
  /** Names nothing of the owner's machine; `null` on success. */
  readonly error_message: string | null;
  /** `code: text`, such as a selection that was cut. */
  readonly warnings: readonly string[];
}

export interface RetrievalTool {
  readonly name: 'search_docs';
  /** For the agent. */
  readonly description: string;
  /** JSON Schema 2020-12 of `RetrievalToolInput`. */
  readonly parameters: JsonSchema;
  /** `input` is a `RetrievalToolInput` as JSON. Rejects with `ABORTED` alone. */
  execute(input: unknown, options?: CallOptions): Promise<RetrievalToolOutput>;
}

export interface RetrievalToolOptions {
  /** Passages of a question within its limits; of a question with a selection, those of the selection alone. */
  readonly find: (
    question: Question,
    options?: CallOptions,
  ) => Promise<{ readonly retrieval: Retrieval; readonly passages: readonly Passage[] }>;
  /** o200k tokens. */
  readonly countTokens: (text: string) => number;
  /** Now, ISO 8601 UTC. */
  readonly nowIso: () => string;
  /** Milliseconds of a clock that never goes back. */
  readonly clock: () => number;
}

const DESCRIPTION =
  'Searches the documentation and returns the passages that fit a query best, word for word, each with its page, section and similarity. An empty list means that the documentation does not cover the query.';

export function retrievalTool(tool: RetrievalToolOptions): RetrievalTool {
  return {
    name: 'search_docs',
    description: DESCRIPTION,
    parameters: retrievalToolParameters(),
    async execute(input, options = {}) {
      const started = tool.clock();
      const elapsed = (): number => Math.max(0, tool.clock() - started);
      const parsed = retrievalToolInputSchema.safeParse(input);
      if (!parsed.success)
        return failed(
          describeIssues(parsed.error).map(({ message }) => message),
          elapsed(),
        );
      try {
        return await search(tool, parsed.data, elapsed, options);
      } catch (error) {
        if (IbidError.is(error, 'ABORTED')) throw error;
        if (options.signal?.aborted === true)
          throw new IbidError('ABORTED', 'The search was stopped.', { cause: error });
        const failure = { code: IbidError.is(error) ? error.code : 'INTERNAL', message: '' } as const;
        return failed([encodeFailureBody(failure, '').message], elapsed());
      }
    },
  };
}

async function search(
  tool: RetrievalToolOptions,
  input: RetrievalToolInput,
  elapsed: () => number,
  options: CallOptions,
): Promise<RetrievalToolOutput> {
  const limit = input.top_k ?? TUNING_DEFAULTS.top_k;
  const minSimilarity = input.score_threshold ?? TUNING_DEFAULTS.score_threshold;
  const { selection, notes } = readSelection({ text: input.selected_text ?? undefined });
  const question: Question = {
    text: input.query_text,
    history: [],
    ...(selection === undefined ? {} : { selection }),
    retrieval: { limit, minSimilarity },
  };
  const { retrieval, passages } = await tool.find(question, options);
  const context = { receivedAt: tool.nowIso(), countTokens: tool.countTokens };
  return {
    // A selection may run over more passages than the limit.
    retrieved_chunks: passages.slice(0, limit).map((passage) => retrievedChunk(passage, context)),
    query_embedding: Array.from(retrieval.vector ?? []),
    search_time_ms: elapsed(),
    total_candidates: retrieval.candidates,
    success: true,
    error_message: null,
    warnings: [...notes, ...retrieval.warnings],
  };
}

function failed(messages: readonly string[], elapsedMs: number): RetrievalToolOutput {
  return {
    retrieved_chunks: [],
    query_embedding: [],
    search_time_ms: elapsedMs,
    total_candidates: 0,
    success: false,
    error_message: messages.join('; '),
    warnings: [],
  };
}
