/** One check that a release must pass. */
export interface Step {
  readonly name: string;
  /** Resolves to a short note about the result, or to nothing. Rejects if the step fails. */
  readonly run: () => Promise<string | void>;
  /** Command that repeats only this step. */
  readonly repeat: string;
  /** Name of an earlier step that must have passed for this one to run. */
  readonly needs?: string;
}

export interface StepResult {
  readonly name: string;
  readonly seconds: number;
  readonly note: string;
  /** Complete error message; `undefined` if the step passed. */
  readonly failure: string | undefined;
  readonly repeat: string;
}

/** Runs all steps in order, except those whose required step failed. `log` receives a line for each as it ends. */
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

/** One line per step, then for each failed step the error and how to repeat it. */
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
