/** Runs actions in the order in which they come, each after the one before has ended. */
export function oneByOne(): <T>(action: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return async function next<T>(action: () => Promise<T>): Promise<T> {
    const run = last.then(action);
    last = run.catch(() => undefined);
    return run;
  };
}
