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
