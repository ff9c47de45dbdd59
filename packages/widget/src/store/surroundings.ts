/** As much of `Storage` as is used. Any call may throw. */
export type KeyValueStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What the store has from the browser. */
export interface Surroundings {
  /** Where exchanges are kept, the first to read from first. Getting one may throw. */
  readonly storages: readonly (() => KeyValueStorage)[];
  isOnline(): boolean;
  /** Told when `isOnline` may have changed; returns how to end it. */
  onNetworkChange(listener: () => void): () => void;
  /** Told when the page is left or put away, perhaps for good; returns how to end it. */
  onLeave(listener: () => void): () => void;
  /** Told when another tab may have changed what is kept; returns how to end it. */
  onKeptElsewhere(listener: () => void): () => void;
  /** Told when the page is shown again as it was, after others in the same tab; returns how to end it. */
  onReturn(listener: () => void): () => void;
  /** Calls back before the next picture is drawn, or soon where none is drawn; returns how to take it back. */
  nextFrame(callback: () => void): () => void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Unique in this browser. */
  newId(): string;
  /** `undefined` for the browser's own. */
  readonly fetch: typeof fetch | undefined;
}

/** Pages that are not shown draw no pictures. */
const HIDDEN_FRAME_MS = 250;

/** Of the page this runs in. Touches nothing until it is called. */
export function browserSurroundings(): Surroundings {
  return {
    // Each tab goes on with its own conversation; a new one begins with the latest.
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
    // `crypto.randomUUID` is missing on pages that were not loaded over https.
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
