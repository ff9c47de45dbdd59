/** Calls all listeners. An error in one is reported and affects neither the others nor the site, which calls this during rendering. */
export function notify(listeners: Iterable<() => void>): void {
  for (const listener of listeners) {
    try {
      listener();
    } catch (error) {
      reportError(error);
    }
  }
}
