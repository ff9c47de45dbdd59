/** The part of `Storage` that is used. Any call may throw. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Functions of the browser that the store uses. */
export interface Surroundings {
  /** Storages for exchanges, in the order in which they are read. Opening one may throw. */
  readonly storages: readonly (() => KeyValueStorage)[];
  isOnline(): boolean;
  /** Gets the events of a window: network, leaving, coming back, and what other tabs write. */
  readonly events: Pick<EventTarget, 'addEventListener'>;
  /** Calls `callback` about when the next frame is drawn. Returns a function that cancels this. */
  nextFrame(callback: () => void): () => void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Unique in this browser. */
  newId(): string;
  /** `undefined` uses the browser's own. */
  readonly fetch: typeof fetch | undefined;
}

/** Timers also run in pages that are not shown, which draw no frames. */
const FRAME_MS = 16;

/** Functions of the page this runs in. Nothing is used before it is called. */
export function browserSurroundings(): Surroundings {
  return {
    // Each tab continues its own conversation; a new tab starts with the latest.
    storages: [() => sessionStorage, () => localStorage],
    isOnline: () => navigator.onLine,
    events: globalThis as unknown as EventTarget,
    nextFrame(callback) {
      const timer = setTimeout(callback, FRAME_MS);
      return () => clearTimeout(timer);
    },
    now: () => Date.now(),
    // `crypto.randomUUID` is missing on pages not loaded over https.
    newId: () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
    fetch: undefined,
  };
}
