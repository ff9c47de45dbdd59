import type { Engine } from '@ibid/core/types';

/** An engine that does not hear that its reader has left: a planted fault. */
export function deafEngine(engine: Engine): Engine {
  return { ...engine, ask: (question, { payer } = {}) => engine.ask(question, payer === undefined ? {} : { payer }) };
}
