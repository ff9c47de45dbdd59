/**
 * One run at a time, the newest state only: a state that comes while a run is under way waits for its end, and one that comes after it
 * takes its place. A run that fails is told and forgotten, because the next edit may mend it.
 */
export interface LiveIndex<State> {
  /** Takes over a new state; it is indexed after a pause in which nothing newer comes. */
  update(state: State): void;
  /** Resolves when all that was taken over so far is indexed or has failed. Never rejects. */
  settled(): Promise<void>;
  dispose(): void;
}

export interface LiveIndexOptions<State> {
  readonly run: (state: State) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
  /** Milliseconds. */
  readonly pause: number;
}

export function liveIndex<State>({ run, onFailure, pause }: LiveIndexOptions<State>): LiveIndex<State> {
  const now: { waiting?: { readonly state: State } | undefined; working?: Promise<void> | undefined; isOver: boolean } =
    {
      isOver: false,
    };
  let timer: NodeJS.Timeout | undefined;

  async function work(): Promise<void> {
    while (now.waiting !== undefined && !now.isOver) {
      const { state } = now.waiting;
      now.waiting = undefined;
      await run(state).catch(onFailure);
    }
    now.working = undefined;
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (now.waiting !== undefined) now.working ??= work();
  }

  return {
    update(state) {
      if (now.isOver) return;
      now.waiting = { state };
      clearTimeout(timer);
      timer = setTimeout(start, pause);
    },
    async settled() {
      // Whoever asks now need not wait for the pause.
      while (!now.isOver && (now.waiting !== undefined || now.working !== undefined)) {
        start();
        await now.working;
      }
    },
    dispose() {
      now.isOver = true;
      clearTimeout(timer);
    },
  };
}
