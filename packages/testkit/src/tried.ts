import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Number of attacks in a test; default 1. */
    tries?: number;
  }
}

/** Records the number of attacks in a test, for the counts of `npm run bar`. */
export function tried({ task }: Pick<TestContext, 'task'>, tries: number): void {
  task.meta.tries = tries;
}
