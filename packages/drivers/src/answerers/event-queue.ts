export interface EventQueue<Event> {
  push(event: Event): void;
  /** No more comes. With an error, that is thrown after what is waiting. */
  close(error?: unknown): void;
  /** For one reader. */
  events(): AsyncGenerator<Event, void>;
}

/** Carries events from work that goes on by itself to one reader, in order; without limit, so that what is put in must have one. */
export function eventQueue<Event>(): EventQueue<Event> {
  const waiting: Event[] = [];
  let end: { readonly error: unknown } | undefined;
  let wake: (() => void) | undefined;

  return {
    push(event) {
      waiting.push(event);
      wake?.();
    },
    close(error) {
      end ??= { error };
      wake?.();
    },
    async *events() {
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!;
        if (end !== undefined) {
          if (end.error !== undefined) throw end.error;
          return;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
