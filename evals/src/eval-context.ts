import { foldAnswer } from '@ibid/core';
import type { Answer, Question, Turn } from '@ibid/core/types';
import { citationAudit, type CitationAudit } from './citation-audit.ts';
import { evenly } from './evenly.ts';
import { openCorpora, type Corpora } from './open-corpora.ts';
import type { Corpus } from './open-corpus.ts';

/** What the sets of one run share. */
export interface EvalContext {
  /** Folder of the sets. */
  readonly data: string;
  /** A folder of this run, removed afterwards. */
  readonly scratch: string;
  readonly corpora: Corpora;
  readonly audit: CitationAudit;
  /** Asks, after what was said before, and audits the answer's citations. */
  ask(corpus: Corpus, text: string, where?: Question['where'], history?: readonly Turn[]): Promise<Answer>;
  /** The questions to use: all of them, or as many as `--sample` says. */
  pick<T>(items: readonly T[]): readonly T[];
  /** One line for the person who waits. */
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
