import { mean } from '@ibid/core/evaluate';
import type { EvalContext } from '../eval-context.ts';
import type { EvalSet, SetResult } from '../eval-set.ts';
import { hangsOnHeadings, judgeTrap, showsRight } from '../traps/judge-trap.ts';
import { HALVES, readTraps } from '../traps/read-traps.ts';
import { trapReadings, type AskedTrap } from '../traps/reading-page.ts';
import { answerExcerpts, closestExcerpts } from '../traps/shown-excerpts.ts';
import { trapPages } from '../traps/trap-pages.ts';

/** Questions whose words lead to passages that, without their context, say the opposite or something else. */
export const traps: EvalSet = {
  name: 'traps',
  summary:
    'Questions that lead to passages which mislead without their context: lists of what not to do, tabs, columns, examples, refuted statements.',
  folders: [],
  async run(context) {
    const asked = await askAll(context);
    const parts = [
      ...groups(asked, 'half', ({ trap }) => trap.half),
      ...groups(asked, 'class', ({ trap }) => trap.class),
    ];
    const elsewhere = fallenElsewhere(asked);
    const withRight = asked.filter(({ trap }) => trap.right !== undefined);
    return {
      metrics: {
        'not misleading': share(asked, isHarmless),
        'not misleading when answered': share(asked.filter(isAnswered), isHarmless),
        answered: share(asked, isAnswered),
        'right answer shown': share(withRight, (one) => one.right && isHarmless(one)),
        ...Object.fromEntries(
          parts.flatMap(([name, own]) => [
            [`${name}: not misleading`, share(own, isHarmless)],
            [`${name}: answered`, share(own, isAnswered)],
          ]),
        ),
      },
      facts: {
        traps: asked.length,
        'traps with a right answer': withRight.length,
        'context in headings alone': asked.filter(({ trap, excerpts }) => hangsOnHeadings(trap, excerpts)).length,
        "misleading by another question's trap": elsewhere.length,
        'refused, closest passage misleads': asked.filter(closestMisleads).length,
      },
      tables: [table(parts)],
      misses: [
        { title: 'Misleading', ids: ids(asked.filter((one) => !isHarmless(one))) },
        { title: "Misleading by another question's trap", ids: ids(elsewhere) },
        { title: 'Not answered, the closest passage would mislead', ids: ids(asked.filter(closestMisleads)) },
      ],
      notes: [
        'Misleading: words of the trap are shown, and the context that decides is neither in the excerpt nor in the headings above it. Refusals do not mislead; "when answered" leaves them out, so that refusing everything shows.',
        'Right answer shown: of the traps whose pages have one, a right answer is shown and nothing misleads.',
        'Words shown struck through do not mislead. What was shown: traps-a.html, traps-b.html. Half b is only for measuring: see evals/src/traps/README.md.',
      ],
      files: Object.fromEntries(HALVES.map((half) => [`traps-${half}.html`, trapReadings(half, asked)])),
    };
  },
};

async function askAll(context: EvalContext): Promise<readonly AskedTrap[]> {
  const corpus = await context.corpora.open('traps', trapPages());
  const asked: AskedTrap[] = [];
  for (const trap of context.pick(await readTraps())) {
    const answer = await context.ask(corpus, trap.question);
    const [excerpts, closest] = [answerExcerpts(answer), closestExcerpts(answer)];
    asked.push({
      trap,
      excerpts,
      verdict: judgeTrap(trap, excerpts),
      right: showsRight(trap, excerpts),
      closest,
      closestVerdict: judgeTrap(trap, closest),
    });
  }
  return asked;
}

function ids(rows: readonly AskedTrap[]): string[] {
  return rows.map(({ trap }) => trap.id);
}

function isHarmless({ verdict }: AskedTrap): boolean {
  return verdict !== 'misleading';
}

function isAnswered({ verdict }: AskedTrap): boolean {
  return verdict !== 'refused';
}

function closestMisleads({ verdict, closestVerdict }: AskedTrap): boolean {
  return verdict === 'refused' && closestVerdict === 'misleading';
}

/** Answers that show the bare words of a trap written for another question. */
function fallenElsewhere(asked: readonly AskedTrap[]): readonly AskedTrap[] {
  return asked.filter(
    (one) => isHarmless(one) && asked.some(({ trap }) => judgeTrap(trap, one.excerpts) === 'misleading'),
  );
}

/** Returns 1 for no rows, because nothing failed among them. */
function share(rows: readonly AskedTrap[], holds: (one: AskedTrap) => boolean): number {
  return rows.length === 0 ? 1 : mean(rows.map((one) => (holds(one) ? 1 : 0)));
}

function groups(
  asked: readonly AskedTrap[],
  part: string,
  key: (one: AskedTrap) => string,
): readonly (readonly [string, readonly AskedTrap[]])[] {
  return Object.entries(Object.groupBy(asked, key))
    .map(([name, own]) => [`${part} ${name}`, own ?? []] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

function table(parts: ReturnType<typeof groups>): NonNullable<SetResult['tables']>[number] {
  const verdicts = ['misleading', 'with context', 'right', 'other', 'refused'] as const;
  const rows = parts.map(([name, own]) => [
    name,
    String(own.length),
    ...verdicts.map((verdict) => String(own.filter((one) => one.verdict === verdict).length)),
    String(own.filter(({ trap, excerpts }) => hangsOnHeadings(trap, excerpts)).length),
    (100 * share(own, isHarmless)).toFixed(1),
    (100 * share(own.filter(isAnswered), isHarmless)).toFixed(1),
  ]);
  const head = ['', 'traps', ...verdicts, 'context in headings alone', 'not misleading, %', 'of those answered, %'];
  return { title: 'Verdicts by half and class', head, rows };
}
