/** A Dockerfile as it stands, with the arguments before the first stage put into the names of bases. */
export interface Dockerfile {
  readonly stages: readonly Stage[];
}

export interface Stage {
  /** `''` where it has none. */
  readonly name: string;
  /** Another stage's name, or an image. */
  readonly base: string;
  readonly steps: readonly Step[];
}

/** One instruction of a stage. */
export interface Step {
  /** In capitals: `RUN`, `COPY`. */
  readonly instruction: string;
  /** `--from=built` as `from: 'built'`. */
  readonly flags: Readonly<Record<string, string>>;
  /** What follows the flags, continued lines joined. */
  readonly text: string;
  /** The words of `text`: of an array in exec form, else at blanks, quotes taken off. */
  readonly words: readonly string[];
  readonly isExecForm: boolean;
  /** From 1. */
  readonly line: number;
}
