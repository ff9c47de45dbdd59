import type { Feedback } from '@ibid/core/types';

/** The contract as plainly as it can be said: everything ever put is remembered, and what is kept is worked out anew each time. */
export interface NaiveFeedback {
  put(feedback: Feedback, most: number): void;
  list(): readonly Feedback[];
}

export function naiveFeedback(): NaiveFeedback {
  let kept: { readonly feedback: Feedback; readonly turn: number }[] = [];
  let turns = 0;
  return {
    put(feedback, most) {
      turns += 1;
      const others = kept
        .filter((one) => one.feedback.requestId !== feedback.requestId)
        .sort((a, b) => b.feedback.at.localeCompare(a.feedback.at) || b.turn - a.turn);
      kept = [...others.slice(0, most - 1), { feedback, turn: turns }];
    },
    list: () =>
      kept
        .toSorted((a, b) => b.feedback.at.localeCompare(a.feedback.at) || b.turn - a.turn)
        .map(({ feedback }) => feedback),
  };
}
