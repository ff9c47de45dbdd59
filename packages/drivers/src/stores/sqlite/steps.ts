import { setImmediate } from 'node:timers/promises';

/** Runs a generator to its end, answering other calls between its steps. `afterStep` may throw to stop it. */
export async function runSteps<T>(steps: Generator<undefined, T>, afterStep: () => void): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await setImmediate();
    afterStep();
  }
}
