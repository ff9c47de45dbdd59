import { foldedReadings, reportPage, type Reading } from '../report/index.ts';
import type { TrapVerdict } from './judge-trap.ts';
import type { Half, Trap } from './read-traps.ts';
import type { ShownExcerpt } from './shown-excerpts.ts';

export interface AskedTrap {
  readonly trap: Trap;
  /** The answer, as the reader sees it. */
  readonly excerpts: readonly ShownExcerpt[];
  readonly verdict: TrapVerdict;
  /** True if a right answer is shown. */
  readonly right: boolean;
  /** Closest passages, shown if nothing is answered. */
  readonly closest: readonly ShownExcerpt[];
  readonly closestVerdict: TrapVerdict;
}

/** One page with the answers to traps, misleading ones first. */
export function trapReadings(half: Half, asked: readonly AskedTrap[]): string {
  const own = asked.filter(({ trap }) => trap.half === half);
  const misleading = own.filter(({ verdict }) => verdict === 'misleading');
  const others = own.filter(({ verdict }) => verdict !== 'misleading' && verdict !== 'refused');
  const intro = [
    'Left: what was shown, by excerpt. Right: the words that mislead, and the context that must stand beside them.',
    ...(half === 'b' ? ['Not to be read by those who write rules by which answers are chosen.'] : []),
  ];
  const parts = [
    foldedReadings(`${misleading.length} misleading`, misleading.map(reading)),
    foldedReadings(`${others.length} answered otherwise`, others.map(reading)),
  ];
  return reportPage(`Traps, half ${half}`, intro, [{ title: `Half ${half}`, parts }]);
}

function reading({ trap, excerpts, verdict }: AskedTrap): Reading {
  const { id, page, question, misleading, context, right = [], note = '' } = trap;
  const groups = context.map((wordings) => wordings.join(' | '));
  return {
    title: question,
    about: [id, page, note].filter((part) => part !== '').join(' · '),
    verdict,
    bad: verdict === 'misleading',
    left: excerpts.map(({ head, text }) => ({ head, text })),
    right: [
      { head: 'misleading', text: misleading.join('\n') },
      { head: 'needs', text: groups.join('\nand ') || 'nothing excuses it' },
      ...(right.length === 0 ? [] : [{ head: 'right', text: right.join('\n') }]),
    ],
  };
}
