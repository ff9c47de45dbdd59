import type { StatementKind } from '../../types/answer.ts';
import { foldText } from '../../parse/visible-text.ts';
import { cutSentences } from './cut-sentences.ts';
import { readInline } from './read-inline.ts';
import { takeLabels } from './take-labels.ts';

/** Words with the labels that stand at them, each label once. */
export interface LabelledWords {
  readonly text: string;
  readonly labels: readonly string[];
}

/** List items up to this length stay whole; a chunk's are measured alike when they are quoted. */
const LONGEST_WHOLE = 240;

const words = (text: string, labels: readonly string[]): LabelledWords => ({
  // What parted a label from the words that follow it.
  text: foldText(text).replace(/^[:;,]\s+/u, ''),
  labels: [...new Set(labels)],
});

/**
 * The pieces of a block of text: sentences, or for a short list item the whole of it. While more may follow, not `final`, only those
 * that stay as they are whatever it is; a longer source of the same block then gives the same first pieces.
 */
export function readText(source: string, kind: StatementKind, final: boolean): readonly LabelledWords[] {
  const block = takeLabels(readInline(source, final), final);
  if (kind !== 'sentence' && block.text.slice(0, block.settled).trim().length <= LONGEST_WHOLE) {
    return final
      ? [
          words(
            block.text,
            block.marks.flatMap(({ labels }) => labels),
          ),
        ]
      : [];
  }
  return cutSentences(block, final).map(({ start, end, labels }) => words(block.text.slice(start, end), labels));
}

/** The whole of a source, such as a cell of a table. */
export function readWhole(source: string): LabelledWords {
  const { text, marks } = takeLabels(readInline(source, true), true);
  return words(
    text,
    marks.flatMap(({ labels }) => labels),
  );
}
