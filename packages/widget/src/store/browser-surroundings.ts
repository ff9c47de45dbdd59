import type { Surroundings } from './surroundings.ts';

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
