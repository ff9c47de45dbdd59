import type { AnswerStatus } from '../shared/answer-status.ts';

/** One passage, also where a session keeps it. */
export interface RetrievedChunk {
  readonly chunk_id: string;
  /** 0 to 1; 1 for a passage of a selection, which the reader chose. */
  readonly similarity_score: number;
  /** Verbatim; of a passage that was selected in part, that part alone. */
  readonly content_text: string;
  readonly source_file: string;
  readonly module_name: string;
  readonly section_heading: string;
  /** Place in the page, from 0. */
  readonly chunk_index: number;
  readonly total_chunks: number;
  /** At least 1. */
  readonly token_count: number;
  /** ISO 8601 UTC. */
  readonly retrieved_at: string;
  readonly url: string;
  /** Id in the page; `''` = its top. */
  readonly anchor: string;
}

export interface AgentCitation {
  readonly chunk_id: string;
  readonly url: string;
  /** Id in the page; `''` = its top. */
  readonly anchor: string;
  readonly section: string;
  /** What the answer takes from the chunk, verbatim, in order of first use; at least one. */
  readonly quotes: readonly string[];
}

/** The JSON reply, and the data of the stream's last event. */
export interface AgentReply {
  /** Markdown; `[n]` names the n-th of `citations`. Never empty. */
  readonly response_text: string;
  /** What the answerer was given, most similar first; passages of a selection in the order of their page. */
  readonly retrieved_chunks: readonly RetrievedChunk[];
  readonly conversation_id: string;
  readonly response_time_ms: number;
  /** Of the query as it was sent. */
  readonly query_tokens: number;
  /** Of `response_text`. */
  readonly response_tokens: number;
  /** Also when nothing matched; not when nothing was found because a part failed. */
  readonly retrieval_success: boolean;
  /** What failed although there is a reply, as a sentence. */
  readonly error_message: string | null;
  /** One for each cited chunk, in order of first use; empty unless answered. */
  readonly citations: readonly AgentCitation[];
  readonly status: AnswerStatus;
  /** `code: text`; without an answer the last one says why. */
  readonly warnings: readonly string[];
}
