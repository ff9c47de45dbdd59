import type { Evidence } from './evidence.ts';
import type { ClaimWord } from './match-claim.ts';
import type { Word } from './read-words.ts';

/**
 * What refutes a statement: a number, identifier, name or other word that does not stand in the evidence; a negation added or
 * left out; an opposite; more said of how many (`quantity`) or of what must be (`duty`); a word that the evidence ties to
 * something else (`swap`).
 */
export type FaultKind = 'number' | 'code' | 'name' | 'word' | 'negation' | 'opposite' | 'quantity' | 'duty' | 'swap';

export interface Fault {
  readonly kind: FaultKind;
  /** The word at fault, of the statement or, for a negation left out, of the evidence. */
  readonly word: string;
}

/** A statement beside the sentences that should carry it. */
export interface Case {
  readonly claim: readonly Word[];
  /** The content words of `claim`. */
  readonly words: readonly ClaimWord[];
  readonly evidence: Evidence;
  /** Positions in `evidence` of the sentences that were chosen, best first. */
  readonly chosen: readonly number[];
  /** Their words, sentence by sentence. */
  readonly sentences: readonly (readonly Word[])[];
  /** Keys of titles and headings: what the passages are about without saying so again. */
  readonly known: ReadonlySet<string>;
}
