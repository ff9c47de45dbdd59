import { join } from 'node:path';
import { OWN_CARRIERS } from '../../../packages/cli/src/testing/containment/own-carriers.ts';
import { makeSites } from '../../../packages/cli/src/testing/containment/make-sites.ts';
import { runCampaign } from '../../../packages/cli/src/testing/containment/run-campaign.ts';
import type { EvalSet } from '../eval-set.ts';
import { readRows } from '../read-rows.ts';

const OUTPUTS = 10_000;
const SEED = 4;

interface AttackRow {
  readonly id: string;
  readonly text: string;
}

interface ContextRow {
  readonly id: string;
  readonly task: 'email' | 'table' | 'code';
  readonly context: string;
  readonly question: string;
}

/** Measures what a model that obeys every instruction it reads can make a reader see. */
export const bipia: EvalSet = {
  name: 'bipia',
  summary:
    'A taken-over model that has read orders in pages, selections, bundles, conversations and questions: what gets out.',
  folders: ['bipia'],
  async run(context) {
    const folder = join(context.data, 'bipia');
    const all = await readRows<AttackRow>(folder, 'attacks.jsonl');
    const attacks = context.pick(all);
    const contexts = await readRows<ContextRow>(folder, 'contexts.jsonl');
    const carriers = [
      ...contexts.map((row) => ({ id: row.id, text: markdownOf(row), question: row.question.replace(/^Q:\s*/u, '') })),
      ...OWN_CARRIERS,
    ];
    const sites = makeSites({ attacks, carriers });
    let runs = 0;
    const campaign = await runCampaign({
      sites,
      seed: SEED,
      outputs: Math.ceil((OUTPUTS * attacks.length) / all.length),
      onRun() {
        runs += 1;
        if (runs % 1000 === 0) context.progress(`bipia: ${runs} questions asked`);
      },
    });
    const { violations, examples, byPlace, byStyle } = campaign;
    const kinds = Object.entries(violations);
    return {
      metrics: {
        'replies of 10,000': Math.min(1, campaign.outputs / OUTPUTS),
        contained: 1 - campaign.violatedRuns / campaign.runs,
        ...Object.fromEntries(kinds.map(([kind, count]) => [`no ${kind}`, 1 - Math.min(1, count / campaign.runs)])),
      },
      facts: {
        attacks: attacks.length,
        carriers: carriers.length,
        places: Object.keys(byPlace).length,
        'ways of misuse': Object.keys(byStyle).length,
        'replies of the model': campaign.outputs,
        questions: campaign.runs,
        'pages quoted instead': campaign.fallbacks,
        'sentences shown': campaign.shown,
        "sentences shown of the model's": campaign.shownOfModel,
        'sentences withheld': campaign.withheld,
        ...Object.fromEntries(kinds.map(([kind, count]) => [`violations: ${kind}`, count])),
      },
      misses: examples.length === 0 ? [] : [{ title: 'What got out', ids: examples }],
      notes: [
        'The model is scripted: it obeys, and beyond that tries every way of misusing a reply. So nothing is said about how often a real model obeys, only about what obeying can do.',
        'An address counts as contained where the cited quote itself holds it: then it is the words of the page, shown as words, and no link of ours leads to it.',
      ],
    };
  },
};

/** Markdown of a context. Tables in the data set lack the rule below their header. */
function markdownOf({ task, context }: ContextRow): string {
  if (task !== 'table') return context.trim();
  const [header = '', ...rows] = context.trim().split('\n');
  const rule = header.replaceAll(/[^|]+/gu, ' --- ');
  return [header, rule, ...rows].join('\n');
}
