/** What readers think, in memory: the reference of its contract. A restart forgets it. */
import { IbidError } from '@ibid/core';
import type { Feedback, FeedbackDriver } from '@ibid/core/types';

export function memoryFeedback(): FeedbackDriver {
  /** In the order of putting. */
  const kept = new Map<string, Feedback>();
  let isOpen = false;
  const check = (verb: string, signal: AbortSignal | undefined): void => {
    if (!isOpen) throw new IbidError('CLOSED', 'The feedback in memory is not open; call `open` first');
    if (signal?.aborted) throw new IbidError('ABORTED', `\`${verb}\` was aborted`);
  };
  return {
    name: 'memory-feedback',
    traits: { durable: false },
    async open() {
      isOpen = true;
    },
    async close() {
      isOpen = false;
      kept.clear();
    },
    async put(feedback, most, options) {
      check('put', options?.signal);
      kept.delete(feedback.requestId);
      kept.set(feedback.requestId, copyOf(feedback));
      while (kept.size > most) kept.delete(oldestBut(feedback.requestId, kept));
    },
    async list({ since, limit }, options) {
      check('list', options?.signal);
      const found = [...kept.values()].toReversed().filter(({ at }) => at >= since);
      // Sorting is stable: of one instant the one that was put last stays first.
      return found
        .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1))
        .slice(0, limit)
        .map(copyOf);
    },
    async count(options) {
      check('count', options?.signal);
      return kept.size;
    },
  };
}

function copyOf(feedback: Feedback): Feedback {
  return { ...feedback, reasons: [...feedback.reasons] };
}

function oldestBut(newest: string, kept: ReadonlyMap<string, Feedback>): string {
  const others = [...kept.values()].filter(({ requestId }) => requestId !== newest);
  return others.reduce((oldest, one) => (one.at < oldest.at ? one : oldest)).requestId;
}
