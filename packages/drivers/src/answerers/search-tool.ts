import type { CallOptions, Found, Question, RetrievalLimits } from '@ibid/core';

/** The index as a tool for a model. */
export interface SearchTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly parameters: object;
  /** Rejects with `ABORTED` alone; every other trouble is part of what it gives. */
  execute(input: unknown, options?: CallOptions): Promise<SearchToolOutput>;
}

export interface SearchToolOutput {
  /** In the order in which a model is to see them. */
  readonly retrieved_chunks: readonly { readonly chunk_id: string }[];
  readonly success: boolean;
  /** May be shown to a model; `null` on success. */
  readonly error_message: string | null;
}

/** Makes the tool around a search. `limits` are the question's own, where an input of the tool says nothing. */
export type MakeSearchTool = (
  find: (question: Question, options?: CallOptions) => Promise<Found>,
  limits: RetrievalLimits,
) => SearchTool;
