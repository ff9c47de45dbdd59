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
  let waiting: { readonly state: State } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let isOver = false;

  async function work(): Promise<void> {
    while (waiting !== undefined && !isOver) {
      const { state } = waiting;
      waiting = undefined;
      await run(state).catch(onFailure);
    }
    working = undefined;
  }

  function start(): void {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== undefined) working ??= work();
  }

  return {
    update(state) {
      if (isOver) return;
      waiting = { state };
      clearTimeout(timer);
      timer = setTimeout(start, pause);
    },
    async settled() {
      // Whoever asks now need not wait for the pause.
      while (!isOver && (waiting !== undefined || working !== undefined)) {
        start();
        await working;
      }
    },
    dispose() {
      isOver = true;
      clearTimeout(timer);
    },
  };
}
