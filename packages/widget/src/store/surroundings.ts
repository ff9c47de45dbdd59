/** The part of `Storage` that is used. Any call may throw. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Functions of the browser that the store uses. */
export interface Surroundings {
  /** Storages for exchanges, in the order in which they are read. Opening one may throw. */
  readonly storages: readonly (() => KeyValueStorage)[];
  isOnline(): boolean;
  /** Calls `listener` when `isOnline` may have changed. Returns a function that stops this, like the three below. */
  onNetworkChange(listener: () => void): () => void;
  /** Calls `listener` when the page is left or hidden, perhaps for good. */
  onLeave(listener: () => void): () => void;
  /** Calls `listener` when another tab may have changed the storage. */
  onKeptElsewhere(listener: () => void): () => void;
  /** Calls `listener` when the page is shown again unchanged, after other pages in the same tab. */
  onReturn(listener: () => void): () => void;
  /** Calls `callback` before the next frame, or soon if no frames are drawn. Returns a function that cancels this. */
  nextFrame(callback: () => void): () => void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Unique in this browser. */
  newId(): string;
  /** `undefined` uses the browser's own. */
  readonly fetch: typeof fetch | undefined;
}

/** Pages that are not shown draw no frames. */
const HIDDEN_FRAME_MS = 250;

/** Functions of the page this runs in. Nothing is used before it is called. */
export function browserSurroundings(): Surroundings {
  return {
    // Each tab continues its own conversation; a new tab starts with the latest.
    storages: [() => sessionStorage, () => localStorage],
    isOnline: () => navigator.onLine,
    onNetworkChange: (listener) => listen(['online', 'offline'], listener),
    onLeave: (listener) => listen(['pagehide', 'visibilitychange'], listener),
    onKeptElsewhere: (listener) => listen(['storage'], listener),
    onReturn: (listener) =>
      listen(['pageshow'], (event) => {
        if ((event as PageTransitionEvent).persisted) listener();
      }),
    nextFrame(callback) {
      const run = (): void => {
        cancel();
        callback();
      };
      const frame = requestAnimationFrame(run);
      const timer = setTimeout(run, HIDDEN_FRAME_MS);
      const cancel = (): void => {
        cancelAnimationFrame(frame);
        clearTimeout(timer);
      };
      return cancel;
    },
    now: () => Date.now(),
    // `crypto.randomUUID` is missing on pages not loaded over https.
    newId: () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
    fetch: undefined,
  };
}

function listen(types: readonly string[], listener: (event: Event) => void): () => void {
  for (const type of types) addEventListener(type, listener);
  return () => {
    for (const type of types) removeEventListener(type, listener);
  };
}
