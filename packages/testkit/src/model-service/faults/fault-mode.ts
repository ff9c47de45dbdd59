import type { Composition } from '../composition.ts';
import type { ReplyContext } from '../reply-context.ts';
import type { WireStep } from '../wire-step.ts';

export interface FaultContext extends ReplyContext {
  /** The good reply. */
  readonly made: Composition;
  /** A host that is not the one that was called, and that answers as if it were: with scheme and port, without path. */
  readonly elsewhere: string;
  readonly afterBytes: number | undefined;
  readonly everyMs: number | undefined;
}

export interface FaultMode {
  /** What really happens on the wire. */
  readonly description: string;
  /**
   * What a right reader has at the end. `whole`: all of a good answer, so this fault must do no harm; `nothing`: no word of an
   * answer; `part`: the beginning of one; `endless`: no end until the reader ends it; `untrue`: a well-formed reply that is not to be trusted.
   */
  readonly shows: 'whole' | 'nothing' | 'part' | 'endless' | 'untrue';
  /** Cannot be shown in a reply that is one JSON body. */
  readonly needsStream?: true;
  readonly steps: (context: FaultContext) => readonly WireStep[];
}

/** Modes of one family, by name. */
export type FaultFamily<Name extends string> = Readonly<Record<Name, FaultMode>>;
