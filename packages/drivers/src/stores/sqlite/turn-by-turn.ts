/**
 * Hands items on in the order in which they came, each in a turn of the event loop of its own. What an item sets off runs in
 * microtasks, before anything else gets a turn, and may be a whole answer: handed on as they come, a batch of replies would keep
 * connections and timers waiting for the time of all the answers together.
 */
export interface TurnByTurn<T> {
  add(item: T): void;
  /** Hands on at once what still waits for its turn. */
  flush(): void;
}

/** `take` must not throw. */
export function turnByTurn<T>(take: (item: T) => void): TurnByTurn<T> {
  const waiting: T[] = [];
  const next = (): void => {
    // An immediate that is asked for inside one runs in the turn after.
    if (waiting.length > 1) setImmediate(next);
    if (waiting.length > 0) take(waiting.shift()!);
  };
  return {
    add(item) {
      waiting.push(item);
      if (waiting.length === 1) setImmediate(next);
    },
    flush() {
      for (const item of waiting.splice(0)) take(item);
    },
  };
}
