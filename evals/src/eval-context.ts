import { foldAnswer } from '@ibid/core';
import type { Answer, Question, Turn } from '@ibid/core/types';
import { citationAudit, type CitationAudit } from './citation-audit.ts';
import { evenly } from './evenly.ts';
import { openCorpora, type Corpora } from './open-corpora.ts';
import type { Corpus } from './open-corpus.ts';

/** Resources shared by the sets of one run. */
export interface EvalContext {
  /** Folder of the sets. */
  readonly data: string;
  /** Temporary folder of this run, deleted afterwards. */
  readonly scratch: string;
  readonly corpora: Corpora;
  readonly audit: CitationAudit;
  /** Asks a question, optionally with history, and audits the answer's citations. */
  ask(corpus: Corpus, text: string, where?: Question['where'], history?: readonly Turn[]): Promise<Answer>;
  /** Selects the questions to use: all, or as many as `--sample` allows. */
  pick<T>(items: readonly T[]): readonly T[];
  /** Prints a line of progress. */
  progress(line: string): void;
}

export function evalContext(options: {
  readonly data: string;
  readonly scratch: string;
  readonly sample: number | undefined;
  readonly progress: (line: string) => void;
}): EvalContext {
  const { data, scratch, sample, progress } = options;
  const audit = citationAudit();
  return {
    data,
    scratch,
    audit,
    progress,
    corpora: openCorpora(options),
    pick: (items) => (sample === undefined ? items : evenly(items, sample)),
    async ask(corpus, text, where, history = []) {
      const question = { text, history, ...(where === undefined ? {} : { where }) };
      const answer = await foldAnswer(corpus.engine.ask(question));
      await audit.add(corpus.store, answer);
      return answer;
    },
  };
}
