import type { StatementKind } from '../../spec/answer.ts';
import { splitSentences } from '../../text/split-sentences.ts';

/** One sentence, step, list item, table row or code block of what a model wrote, with the labels that it gave. */
export interface DraftPiece {
  readonly kind: StatementKind;
  /** As a chunk's text would read: without markup and labels. */
  readonly text: string;
  /** `p1`, `p2`, …, each once, in order; empty where the model gave none. */
  readonly labels: readonly string[];
  /** Of code; `''` otherwise or where none is named. */
  readonly language: string;
}

export interface DraftReader {
  /** Pieces that this text completes, in order. */
  feed(text: string): readonly DraftPiece[];
  /**
   * The rest. `whole: false`: the text was cut off, and a piece whose end was not seen is dropped. `declined`: the model said
   * that the sources do not answer, and nothing else.
   */
  end(whole: boolean): { readonly pieces: readonly DraftPiece[]; readonly declined: boolean };
}

export function createDraftReader(): DraftReader {
  let all = '';
  return {
    feed(text) {
      all += text;
      return [];
    },
    end(whole) {
      const text = whole ? all.replaceAll(/\s*\[p\d+\]/gu, '') : '';
      return {
        pieces: splitSentences(text).map(({ start, end }) => ({
          kind: 'sentence',
          text: text.slice(start, end),
          labels: [],
          language: '',
        })),
        declined: /^\W*NOT_IN_SOURCES\W*$/iu.test(all),
      };
    },
  };
}
