/** What is loaded at the first intent and then put on the page. */
export interface LazyPart<H> {
  /** `undefined` until it is on the page. */
  current(): H | undefined;
  /** Fetches the code, so that it is there when it is wanted. Failing is left to `get`. */
  preload(): void;
  /** Puts the part on the page, once. Rejects when its code cannot be had; the next call tries anew. */
  get(): Promise<H>;
}

/** Until `signal` ends it; what comes later is taken away at once. */
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

/** Gives the same promise each time, until it is rejected. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) (made = make()).catch(() => (made = undefined));
    return made;
  };
}
