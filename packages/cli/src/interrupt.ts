import { IbidError } from '@ibid/core';
import { EXIT } from './exit-codes.ts';

/** Terminals and wrappers such as npm can deliver one Ctrl-C twice within moments. */
const ONE_PRESS_MS = 300;

export interface Interrupt extends Disposable {
  /** Aborted by the first Ctrl-C or `SIGTERM`; a second one ends the process at once. */
  readonly signal: AbortSignal;
}

export function interruptible(onFirst: () => void): Interrupt {
  const controller = new AbortController();
  let first: number | undefined;
  const onSignal = (): void => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      onFirst();
      controller.abort(new IbidError('ABORTED', 'Stopped.'));
    } else if (now - first > ONE_PRESS_MS) {
      process.exit(EXIT.interrupted);
    }
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.removeListener('SIGINT', onSignal);
      process.removeListener('SIGTERM', onSignal);
    },
  };
}
