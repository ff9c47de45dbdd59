import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EvalContext } from '../eval-context.ts';
import type { EvalSet, SetResult } from '../eval-set.ts';
import { readRows } from '../read-rows.ts';
import { supportFigures, type JudgedClaim, type SupportFigures } from '../support-figures.ts';

type Label = 'supported' | 'partially_supported' | 'not_supported';

interface Claim {
  readonly id: string;
  readonly claim: string;
  readonly label: Label;
  readonly evidence: readonly string[];
  /** Sets of sentences, each of which carries what is supported of the claim. */
  readonly supporting: readonly (readonly number[])[];
}

interface Chunk {
  readonly claim: string;
  readonly label: Label;
  readonly evidence: readonly string[];
  readonly meta: { readonly id: string };
}

const LABELS: Readonly<Record<Label, JudgedClaim['label']>> = {
  supported: 'supported',
  partially_supported: 'partial',
  not_supported: 'unsupported',
};
const PARTS = ['dev', 'test'];

/** Whether the support check tells sentences of Wikipedia that the page they cite supports from those that it supports in part or not at all. */
export const wice: EvalSet = {
  name: 'wice',
  summary: 'Sentences of Wikipedia beside the pages that they cite: which are supported, which in part, which not.',
  folders: ['wice'],
  async run(context) {
    const results: SupportFigures[] = [];
    for (const part of PARTS) results.push(...(await figuresOf(context, part)));
    return {
      ...together(results),
      misses: results.map(({ histogram, wronglyPassed }) => ({
        title: `${histogram.title}: passes and should not`,
        ids: wronglyPassed,
      })),
      notes: [
        '"page": the claim beside all sentences of the cited page. "chunk": beside about fifteen sentences of it, those that the annotators marked among them; three chunks for a claim.',
        '"auroc": supported against partly and not supported; "unsupported": supported against not supported alone. Overlap is the share of the claim\'s distinct words that stand in the evidence.',
        'Precision and recall are those of the operating point of the gate, which is made for documentation: no fault, and enough of the words together.',
        'The weights of the score were fitted on "dev" with cross-validation, see docs/decisions.',
      ],
    };
  },
};

async function figuresOf(context: EvalContext, part: string): Promise<readonly SupportFigures[]> {
  const folder = join(context.data, 'wice');
  const files = [`claim-${part}.jsonl`, `claim-oracle-${part}.jsonl`] as const;
  if (files.some((file) => !existsSync(join(folder, file)))) return [];
  const claims = context.pick(await readRows<Claim>(folder, files[0]));
  const chosen = new Set(claims.map(({ id }) => id));
  const chunks = (await readRows<Chunk>(folder, files[1])).filter(({ meta }) => chosen.has(meta.id));
  const marked = claims.filter(({ supporting }) => supporting.length > 0);
  return [
    supportFigures(
      `${part} page`,
      claims.map((row) => judged(row.id, row)),
    ),
    supportFigures(
      `${part} chunk`,
      chunks.map((row) => judged(row.meta.id, row)),
    ),
    supportFigures(
      `${part} marked`,
      marked.map((row) => judged(row.id, { ...row, evidence: markedOf(row) })),
    ),
  ];
}

function judged(id: string, { claim, label, evidence }: Pick<Claim, 'claim' | 'label' | 'evidence'>): JudgedClaim {
  return { id, claim, evidence, label: LABELS[label] };
}

/** The sentences that any of the annotators marked. */
function markedOf({ evidence, supporting }: Claim): readonly string[] {
  return [...new Set(supporting.flat())].toSorted((a, b) => a - b).map((index) => evidence[index] ?? '');
}

/** Figures of all parts side by side. */
function together(results: readonly SupportFigures[]): Required<Pick<SetResult, 'metrics' | 'facts' | 'histograms'>> {
  return {
    metrics: Object.assign({}, ...results.map(({ metrics }) => metrics)) as Record<string, number>,
    facts: Object.assign({}, ...results.map(({ facts }) => facts)) as Record<string, number>,
    histograms: results.map(({ histogram }) => histogram),
  };
}
