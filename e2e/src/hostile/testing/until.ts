declare global {
  interface Window {
    /** Settles when `isSo`; rejects with what was waited for after five seconds. */
    until(what: string, isSo: () => boolean): Promise<void>;
  }
}

/** Runs in the browser before the page does: gives it a way to wait that is quicker than to ask from outside. */
export function giveUntil(): void {
  window.until = async (what, isSo) => {
    const end = performance.now() + 5000;
    while (!isSo()) {
      if (performance.now() > end) throw new Error(`waited in vain for ${what}`);
      await new Promise((resolve) => {
        setTimeout(resolve, 5);
      });
    }
  };
}
