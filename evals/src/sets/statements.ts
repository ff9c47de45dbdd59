import { readFileSync } from 'node:fs';
import { chunkPage } from '@ibid/core/chunk';
import { findSupport, standInFor } from '@ibid/core/evaluate';
import { parsePage } from '@ibid/core/parse';
import type { Passage } from '@ibid/core/types';
import type { EvalSet } from '../eval-set.ts';

/** A page written for the set. Its statements were written by someone who had not read the rules of the check. */
interface JudgedPage {
  readonly id: string;
  /** Markdown. */
  readonly page: string;
  readonly language: string;
  readonly statements: readonly {
    readonly statement: string;
    readonly is: 'true' | 'false';
  }[];
}

interface Scored {
  readonly id: string;
  readonly isTrue: boolean;
  /** True if the check takes the statement for a sentence of the page. */
  readonly isShown: boolean;
  /** True if words of the page are shown instead. */
  readonly isReplaced: boolean;
}

const HALVES = ['train', 'test', 'blind'] as const;

/** Measures the gate on reworded statements: how many false ones it takes for the page's, and how many true ones it shows or replaces. */
export const statements: EvalSet = {
  name: 'statements',
  summary: 'True and false statements about pages: which are the words of the page, and for which do they stand in?',
  folders: [],
  run() {
    const halves = HALVES.map(scoreHalf);
    return Promise.resolve({
      metrics: Object.assign({}, ...HALVES.map((half, at) => metricsOf(half, halves[at]!))) as Record<string, number>,
      facts: Object.assign({}, ...HALVES.map((half, at) => factsOf(half, halves[at]!))) as Record<string, number>,
      misses: HALVES.flatMap((half, at) => [
        { title: `${half}: false and shown`, ids: halves[at]!.filter(isWrong).map(({ id }) => id) },
        { title: `${half}: true and lost`, ids: halves[at]!.filter(isLost).map(({ id }) => id) },
      ]),
      notes: [
        'Pages and statements of "blind" were written by somebody who had seen neither the check nor the other halves.',
      ],
    });
  },
};

function isWrong({ isTrue, isShown }: Scored): boolean {
  return !isTrue && isShown;
}

function isLost({ isTrue, isShown, isReplaced }: Scored): boolean {
  return isTrue && !isShown && !isReplaced;
}

function scoreHalf(half: string): readonly Scored[] {
  const file = new URL(`../statements/${half}.json`, import.meta.url);
  const pages = JSON.parse(readFileSync(file, 'utf8')) as readonly JudgedPage[];
  return pages.flatMap(({ id, page, language, statements: judged }) => {
    const passages = passagesOf(id, page, language);
    return judged.map(({ statement, is }, index) => ({
      isReplaced: standInFor(statement, passages) !== undefined,
      id: `${id}#${index + 1}`,
      isTrue: is === 'true',
      isShown: findSupport({ kind: 'sentence', text: statement }, passages) !== undefined,
    }));
  });
}

function passagesOf(id: string, body: string, locale: string): readonly Passage[] {
  const { page } = parsePage({
    url: `https://docs.example/${id}`,
    format: 'markdown',
    body,
    sourceFile: `${id}.md`,
    title: '',
    imports: {},
    locale,
    version: '',
    module: '',
  });
  return chunkPage(page!).chunks.map((chunk, index) => ({ label: `p${index + 1}`, chunk, score: 1, similarity: 1 }));
}

function metricsOf(half: string, scored: readonly Scored[]): Readonly<Record<string, number>> {
  const trueOnes = scored.filter(({ isTrue }) => isTrue);
  const falseOnes = scored.filter(({ isTrue }) => !isTrue);
  return {
    [`${half} false withheld`]: rate(falseOnes, ({ isShown }) => !isShown),
    [`${half} true in own words`]: rate(trueOnes, ({ isShown }) => isShown),
    [`${half} true not lost`]: rate(trueOnes, ({ isShown, isReplaced }) => isShown || isReplaced),
  };
}

function factsOf(half: string, scored: readonly Scored[]): Readonly<Record<string, number>> {
  const falseOnes = scored.filter(({ isTrue }) => !isTrue);
  return {
    [`${half} false`]: falseOnes.length,
    [`${half} false shown`]: falseOnes.filter(({ isShown }) => isShown).length,
    [`${half} true`]: scored.length - falseOnes.length,
  };
}

function rate(scored: readonly Scored[], holds: (one: Scored) => boolean): number {
  return scored.filter(holds).length / Math.max(1, scored.length);
}
