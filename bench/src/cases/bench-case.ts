import type { AskedQuestion } from '../corpus/write-corpus.ts';
import type { Figures } from '../measure.ts';

/** Where the files of one size are, and what is asked. */
export interface CaseInput {
  /** Markdown of the corpus. */
  readonly corpus: string;
  /** Ibid's index of it. */
  readonly index: string;
  /** The same passages for the peers, one JSON object a line. */
  readonly passages: string;
  /** Saved index of the peer. */
  readonly saved: string;
  readonly questions: readonly AskedQuestion[];
  /** Passages and dimensions of a case that makes its own index. */
  readonly scale?: { readonly size: number; readonly dimensions: number };
  /** Size of a bare reply. */
  readonly replyBytes?: number;
  /** Folder for the processor profile of a server under load. */
  readonly profile?: string;
}

export type BenchCase = (input: CaseInput) => Promise<Figures>;

/** A passage as the peers take it. */
export interface PeerPassage {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly heading: string;
  readonly body: string;
  readonly module: string;
  /** In the space of Ibid's own index. */
  readonly embedding: readonly number[];
}

/** Hits that each search asks for. */
export const HITS = 10;
/** One part in twenty. */
export const FILTER_MODULE = 'part-03';
