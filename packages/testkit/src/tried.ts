import type { TestContext } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Attacks that a test holds; one where it does not say. */
    tries?: number;
  }
}

/** Says how many attacks a test holds, for the counts of `npm run bar`. */
export function tried({ task }: Pick<TestContext, 'task'>, tries: number): void {
  task.meta.tries = tries;
}
