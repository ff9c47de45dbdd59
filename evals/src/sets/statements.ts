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
    /** Kind of difference between a false statement and the page. */
    readonly kind?: string;
  }[];
}

interface Scored {
  readonly id: string;
  readonly kind: string;
  readonly isTrue: boolean;
  readonly isEnglish: boolean;
  readonly isShown: boolean;
  /** True if words of the page are shown instead. */
  readonly isReplaced: boolean;
  readonly overlap: number;
}

/** Measures the gate on reworded statements: how many false and true ones it shows, and how many true ones it replaces by words of the page. */
export const statements: EvalSet = {
  name: 'statements',
  summary: 'True and false statements about pages: which does the gate show in their own words?',
  folders: [],
  run() {
    const train = scoreHalf('train');
    const test = scoreHalf('test');
    const blind = scoreHalf('blind');
    const threshold = bestThreshold(train);
    return Promise.resolve({
      metrics: {
        ...metricsOf('train', train, threshold),
        ...metricsOf('test', test, threshold),
        ...metricsOf('blind', blind, threshold),
      },
      facts: {
        ...factsOf('train', train),
        ...factsOf('test', test),
        ...factsOf('blind', blind),
        'overlap threshold': threshold,
      },
      tables: [
        {
          title: 'False statements shown',
          head: ['kind', 'train', 'test', 'blind'],
          rows: rowsOf([train, test, blind]),
        },
      ],
      misses: [
        { title: 'train: false and shown', ids: train.filter((one) => !one.isTrue && one.isShown).map(({ id }) => id) },
        {
          title: 'train: true and not shown',
          ids: train.filter((one) => one.isTrue && !one.isShown).map(({ id }) => id),
        },
      ],
      notes: [
        'The rules may be made on "train"; "test" and "blind" are only counted, so their statements are not listed.',
        'Pages and statements of "blind" were written by somebody who had seen neither the rules nor the other halves.',
        '"balanced accuracy" is the mean of the true ones shown and the false ones withheld; for the overlap of words, at the threshold that is best on "train".',
      ],
    });
  },
};

function scoreHalf(half: string): readonly Scored[] {
  const file = new URL(`../statements/${half}.json`, import.meta.url);
  const pages = JSON.parse(readFileSync(file, 'utf8')) as readonly JudgedPage[];
  return pages.flatMap(({ id, page, language, statements: judged }) => {
    const passages = passagesOf(id, page, language);
    const texts = passages.map(({ chunk }) => chunk.text);
    return judged.map(({ statement, is, kind = '' }, index) => ({
      isReplaced: standInFor(statement, passages) !== undefined,
      id: `${id}#${index + 1}`,
      kind,
      isTrue: is === 'true',
      isEnglish: language === 'en',
      isShown: findSupport({ kind: 'sentence', text: statement }, passages) !== undefined,
      overlap: wordOverlap(statement, texts),
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

function metricsOf(half: string, scored: readonly Scored[], threshold: number): Readonly<Record<string, number>> {
  const shown = rate(
    scored.filter(({ isTrue }) => isTrue),
    ({ isShown }) => isShown,
  );
  const withheld = rate(
    scored.filter(({ isTrue }) => !isTrue),
    ({ isShown }) => !isShown,
  );
  const overlap = balancedAt(scored, threshold);
  return {
    [`${half} false withheld`]: withheld,
    [`${half} true in own words`]: shown,
    [`${half} true not lost`]: rate(
      scored.filter(({ isTrue }) => isTrue),
      ({ isShown, isReplaced }) => isShown || isReplaced,
    ),
    [`${half} balanced accuracy`]: (shown + withheld) / 2,
    [`${half} balanced accuracy above overlap`]: (shown + withheld) / 2 - overlap,
  };
}

function factsOf(half: string, scored: readonly Scored[]): Readonly<Record<string, number>> {
  const english = scored.filter(({ isEnglish }) => isEnglish);
  const falseOnes = scored.filter(({ isTrue }) => !isTrue);
  return {
    [`${half} false`]: falseOnes.length,
    [`${half} false shown`]: falseOnes.filter(({ isShown }) => isShown).length,
    [`${half} true`]: scored.length - falseOnes.length,
    [`${half} true English in own words`]: rate(
      english.filter(({ isTrue }) => isTrue),
      ({ isShown }) => isShown,
    ),
  };
}

function rowsOf(halves: readonly (readonly Scored[])[]): readonly (readonly string[])[] {
  const kinds = [...new Set(halves.flat().map(({ kind }) => kind))].filter((kind) => kind !== '').toSorted();
  return kinds.map((kind) => [kind, ...halves.map((half) => shownOf(half.filter((one) => one.kind === kind)))]);
}

function shownOf(scored: readonly Scored[]): string {
  return `${scored.filter(({ isShown }) => isShown).length} of ${scored.length}`;
}

function bestThreshold(scored: readonly Scored[]): number {
  const steps = Array.from({ length: 21 }, (_, step) => step / 20);
  return steps.reduce((best, step) => (balancedAt(scored, step) > balancedAt(scored, best) ? step : best), 0);
}

function balancedAt(scored: readonly Scored[], threshold: number): number {
  const trueShown = rate(
    scored.filter(({ isTrue }) => isTrue),
    ({ overlap }) => overlap >= threshold,
  );
  return (
    (trueShown +
      rate(
        scored.filter(({ isTrue }) => !isTrue),
        ({ overlap }) => overlap < threshold,
      )) /
    2
  );
}

function rate(scored: readonly Scored[], holds: (one: Scored) => boolean): number {
  return scored.filter(holds).length / Math.max(1, scored.length);
}

/** Share of a statement's distinct words (runs of letters and digits in lower case) that occur in the texts. */
function wordOverlap(statement: string, texts: readonly string[]): number {
  const said = new Set(wordsOf(statement));
  const there = new Set(texts.flatMap(wordsOf));
  return said.size === 0 ? 0 : [...said].filter((word) => there.has(word)).length / said.size;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
