import { IbidError, modelFault, modelFaultOf } from '@ibid/core';

/**
 * What a draft throws. The agents library hangs its state, with all that was said, on the errors that pass through it, so that only code and
 * message go on.
 */
export function plainError(error: unknown, signal: AbortSignal): IbidError {
  if (signal.aborted || IbidError.is(error, 'ABORTED')) return new IbidError('ABORTED', 'The answer was stopped.');
  if (IbidError.is(error, 'UPSTREAM_FAILED')) return modelFault(modelFaultOf(error), error.message, error.cause);
  const name = error instanceof Error ? error.name : typeof error;
  return name === 'MaxTurnsExceededError'
    ? modelFault('unusable', 'The model came to no end within its calls.')
    : modelFault('unavailable', `The agent failed (${name}).`);
}
