/** Equal questions that are under way at once share one call, which ends early only when nobody waits for it any more. */
import { IbidError } from '../types/ibid-error.ts';
import { untilAborted } from './until-aborted.ts';

interface SharedCall {
  readonly texts: readonly string[];
  readonly vectors: Promise<readonly Float32Array[]>;
  readonly controller: AbortController;
  waiting: number;
}

type Ask = (texts: readonly string[], signal: AbortSignal) => Promise<readonly Float32Array[]>;

/** `ask`, for distinct texts; the vectors belong to the caller. */
export function sharedCalls(ask: Ask): (texts: readonly string[], signal: AbortSignal) => Promise<Float32Array[]> {
  const underWay = new Map<string, SharedCall>();

  function forget(call: SharedCall): void {
    for (const text of call.texts) if (underWay.get(text) === call) underWay.delete(text);
  }

  function begin(texts: readonly string[]): void {
    const controller = new AbortController();
    const call: SharedCall = { texts, vectors: ask(texts, controller.signal), controller, waiting: 0 };
    for (const text of texts) underWay.set(text, call);
    // Whoever still waits is told; whoever has left is not.
    call.vectors.catch(() => undefined).finally(() => forget(call));
  }

  async function join(call: SharedCall, signal: AbortSignal): Promise<void> {
    call.waiting += 1;
    try {
      await untilAborted(call.vectors, signal);
    } finally {
      call.waiting -= 1;
      if (call.waiting === 0) {
        forget(call);
        call.controller.abort(new IbidError('ABORTED', 'Nobody waits for the vector any more.'));
      }
    }
  }

  return async (texts, signal) => {
    const others = texts.filter((text) => !underWay.has(text));
    if (others.length > 0) begin(others);
    const calls = texts.map((text) => underWay.get(text)!);
    await Promise.all([...new Set(calls)].map((call) => join(call, signal)));
    return await Promise.all(
      texts.map(async (text, i) => (await calls[i]!.vectors)[calls[i]!.texts.indexOf(text)]!.slice()),
    );
  };
}
