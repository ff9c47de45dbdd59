/** One value and who wants to hear of it: for what changes often and concerns few. */
export interface Cell<T> {
  get(): T;
  /** Tells the listeners unless the value is the same. */
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createCell<T>(initial: T): Cell<T> {
  const listeners = new Set<() => void>();
  let held = initial;
  return {
    get: () => held,
    set(value) {
      if (Object.is(value, held)) return;
      held = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
