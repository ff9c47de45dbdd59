/** One thing that a release must pass. */
export interface Step {
  readonly name: string;
  /** Resolves to a few words about what came out, or to nothing. A rejection is the failure. */
  readonly run: () => Promise<string | void>;
  /** Command that does it again, alone. */
  readonly repeat: string;
  /** Name of an earlier step without which this one cannot be tried. */
  readonly needs?: string;
}

export interface StepResult {
  readonly name: string;
  readonly seconds: number;
  readonly note: string;
  /** What failed, in whole; `undefined` where it passed. */
  readonly failure: string | undefined;
  readonly repeat: string;
}

/** Runs all steps one after the other, but those that need one that failed. `log` gets a line for each as it ends. */
export async function runSteps(steps: readonly Step[], log: (line: string) => void): Promise<readonly StepResult[]> {
  const results: StepResult[] = [];
  for (const { name, run, repeat, needs } of steps) {
    const needed = results.find((result) => result.name === needs);
    if (needed !== undefined && needed.failure !== undefined) continue;
    const started = performance.now();
    const outcome = await run().then(
      (note) => ({ note: note ?? '', failure: undefined }),
      (error: unknown) => ({ note: '', failure: error instanceof Error ? error.message : String(error) }),
    );
    const seconds = Math.round((performance.now() - started) / 100) / 10;
    results.push({ name, seconds, ...outcome, repeat });
    log(describe(results.at(-1)!));
  }
  return results;
}

/** A line for each step, and below it what failed and how to repeat it. */
export function describeSteps(results: readonly StepResult[]): string {
  const failed = results.filter(({ failure }) => failure !== undefined);
  return [
    ...results.map(describe),
    ...failed.map(({ name, failure, repeat }) => `\n✖ ${name}\n${failure}\n  Again: ${repeat}`),
    `\n${results.length - failed.length} of ${results.length} steps passed.`,
  ].join('\n');
}

function describe({ name, seconds, note, failure }: StepResult): string {
  const outcome = failure === undefined ? note : failure.split('\n', 1)[0]!;
  return `${failure === undefined ? '✔' : '✖'} ${name.padEnd(36)} ${seconds.toFixed(1).padStart(6)} s  ${outcome}`.trimEnd();
}
