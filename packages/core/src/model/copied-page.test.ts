import { describe, expect, test } from 'vitest';
import { findSupport } from '../cite/find-support.ts';
import { passagesOf } from '../excerpt/excerpt-fixture.ts';
import type { Chunk } from '../types/chunk.ts';
import { splitSentences } from '../text/split-sentences.ts';
import { createDraftReader, type DraftPiece } from './draft-reader.ts';

const PAGE = `# Topics

Nodes talk over \`/chatter\`, **v1.2.3** or later. See [the guide](./guide.md), e.g. for \`__init__\` and \`src/*.ts\`. A \`Vec<T>\` holds \`state.todos[3].completed\`, from [0, 1] on.

- Start the node with \`ros2 run\`. It prints a line.
- Stop it with Ctrl+C.

1. Build it.
2. Run it:

   \`\`\`bash
   colcon build  # [p1]
     --symlink-install
   \`\`\`

> A quoted warning: never publish faster than 500 Hz.

| option | default | unit |
| --- | --- | --- |
| \`rate\` | 500 | Hz |
| \`depth\` | 10 | |

节点通过话题通信。服务回答一次。
`;

/** Returns the output of a model that copies a passage word for word, as instructed. */
function copyOf({ text, spans }: Chunk): string {
  let isTable = false;
  const parts = spans.map(({ kind, start, end, ordinal, language }) => {
    const words = text.slice(start, end);
    const before = kind === 'row' && !isTable ? '\n' : '';
    isTable = kind === 'header' || kind === 'row';
    switch (kind) {
      case 'code':
        return `\n\`\`\`${language}\n${words}\n\`\`\`\n[p1]\n`;
      case 'header':
        return `\n| ${words} |\n|${' --- |'.repeat(words.split(' | ').length)}`;
      case 'row':
        return `${before}| ${words} [p1] |`;
      case 'item':
        return `${ordinal > 0 ? `${ordinal}.` : '-'} ${words} [p1]`;
      default:
        return `\n${splitSentences(words)
          .map((range) => `${words.slice(range.start, range.end)} [p1]`)
          .join(' ')}\n`;
    }
  });
  return parts.join('\n');
}

describe('a page that a model copies', () => {
  const pieces = passagesOf(PAGE).flatMap((passage) => {
    const reader = createDraftReader();
    const read = [...reader.feed(copyOf(passage.chunk)), ...reader.end(true).pieces];
    return read.map((piece): { readonly piece: DraftPiece; readonly isCarried: boolean } => ({
      piece,
      isCarried: findSupport(piece, [passage]) !== undefined,
    }));
  });

  test('is read piece by piece as it stands in the index, so that every piece is carried word for word', () => {
    expect(pieces.filter(({ isCarried }) => !isCarried)).toEqual([]);
    expect(pieces.map(({ piece }) => piece.kind).join(' ')).toBe(
      'sentence sentence sentence item item step step code sentence row row row sentence sentence',
    );
  });

  test('has its labels at every piece but the header of the table', () => {
    expect(pieces.filter(({ piece }) => piece.labels.join() !== 'p1').map(({ piece }) => piece.text)).toEqual([
      'option | default | unit',
    ]);
  });
});
