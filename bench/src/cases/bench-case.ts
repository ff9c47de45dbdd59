import type { AskedQuestion } from '../corpus/write-corpus.ts';
import type { Figures } from '../measure.ts';

/** Files of one corpus size, and the questions to ask. */
export interface CaseInput {
  /** Folder with the Markdown of the corpus. */
  readonly corpus: string;
  /** File of Ibid's index. */
  readonly index: string;
  /** File with the same passages for the peers, one JSON object per line. */
  readonly passages: string;
  /** File for the saved index of the peer. */
  readonly saved: string;
  readonly questions: readonly AskedQuestion[];
  /** Number of passages and dimensions, for a case that makes its own index. */
  readonly scale?: { readonly size: number; readonly dimensions: number };
  /** Size of a reply of the bare server. */
  readonly replyBytes?: number;
}

export type BenchCase = (input: CaseInput) => Promise<Figures>;

/** A passage in the form that the peers index. */
export interface PeerPassage {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  readonly body: string;
  readonly module: string;
  /** In the vector space of Ibid's own index. */
  readonly embedding: readonly number[];
}

/** Number of hits per search. */
export const HITS = 10;
/** Module to filter by, which contains one twentieth of the pages. */
export const FILTER_MODULE = 'part-03';
