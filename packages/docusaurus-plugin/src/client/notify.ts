/** Tells all of them. One that throws is reported and harms neither the others nor the site, in whose drawing this is called. */
export function notify(listeners: Iterable<() => void>): void {
  for (const listener of listeners) {
    try {
      listener();
    } catch (error) {
      reportError(error);
    }
  }
}
