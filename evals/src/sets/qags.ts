import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { splitSentences } from '@ibid/core';
import type { EvalSet } from '../eval-set.ts';
import { readRows } from '../read-rows.ts';
import { supportFigures, type SupportFigures } from '../support-figures.ts';

interface Summary {
  readonly id: string;
  readonly source: string;
  readonly sentences: readonly { readonly sentence: string; readonly supported: boolean }[];
}

const PARTS = ['cnndm', 'xsum'];

/** Whether the support check tells sentences of machine-written summaries that the article supports from those that it does not. */
export const qags: EvalSet = {
  name: 'qags',
  summary: 'Sentences of summaries that models wrote: which does the article support, by the votes of three people?',
  folders: ['qags'],
  async run(context) {
    const results: SupportFigures[] = [];
    for (const part of PARTS) {
      const file = `${part}.jsonl`;
      if (!existsSync(join(context.data, 'qags', file))) continue;
      const summaries = context.pick(await readRows<Summary>(join(context.data, 'qags'), file));
      results.push(supportFigures(part, summaries.flatMap(claimsOf)));
    }
    return {
      metrics: Object.assign({}, ...results.map(({ metrics }) => metrics)) as Record<string, number>,
      facts: Object.assign({}, ...results.map(({ facts }) => facts)) as Record<string, number>,
      histograms: results.map(({ histogram }) => histogram),
      misses: results.map(({ histogram, wronglyPassed }) => ({
        title: `${histogram.title}: passes and should not`,
        ids: wronglyPassed,
      })),
      notes: [
        'A sentence is supported when most of three people said so. Overlap is the share of its distinct words that stand in the article.',
        'The weights of the score were fitted on WiCE and, for a small part, on "cnndm".',
      ],
    };
  },
};

function claimsOf({ id, source, sentences }: Summary): Parameters<typeof supportFigures>[1] {
  const evidence = splitSentences(source).map(({ start, end }) => source.slice(start, end));
  return sentences.map(({ sentence, supported }, index) => ({
    id: `${id}#${index + 1}`,
    claim: sentence,
    evidence,
    label: supported ? 'supported' : 'unsupported',
  }));
}
