/** A part of the widget that is loaded when first needed, and then mounted. */
export interface LazyPart<H> {
  /** `undefined` until it is mounted. */
  current(): H | undefined;
  /** Loads the code in advance. Failures are reported only by `get`. */
  preload(): void;
  /** Mounts the part, once. Rejects if its code cannot be loaded; the next call tries again. */
  get(): Promise<H>;
}

/** Creates a lazy part that lives until `signal` aborts; if it is mounted later than that, it is removed immediately. */
export function lazyPart<M, H extends { dispose(): void }>(
  load: () => Promise<M>,
  mount: (module: M) => Promise<H>,
  signal: AbortSignal,
): LazyPart<H> {
  const code = once(load);
  let handle: H | undefined;
  const end = (): void => handle?.dispose();
  signal.addEventListener('abort', end);
  return {
    current: () => handle,
    preload: () => void code(),
    get: once(async () => {
      handle = await mount(await code());
      if (signal.aborted) end();
      return handle;
    }),
  };
}

/** Returns the same promise for each call, until it rejects. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) (made = make()).catch(() => (made = undefined));
    return made;
  };
}
