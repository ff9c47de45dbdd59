import * as fc from 'fast-check';
import type { StatementKind } from '../../types/answer.ts';
import type { DraftPiece } from '../draft-reader.ts';

/** Parts of correct and incorrect model output. */
const PARTS = [
  ...[
    `Nodes talk over topics.¦A service answers once¦Use \`foo. Bar\` now.¦See v1.2.3, e.g. here.`,
    `Done! Really? Yes…¦what is it¦x¦The ¦npm ¦Dr. No¦Inc.¦and¦ ¦  ¦\n¦\n¦\n\n¦\n\n¦\r\n¦\r¦\t¦    ¦[p1]¦ [p1]`,
    `[p2]¦[p1][p2]¦[p1, p2]¦[P3]¦【p1】¦(p1)¦([p1])¦[p¦[¦]¦(¦)¦[1]¦ [2]¦[^1]¦[0, 1]¦[p1-p3]¦[[p1]]¦[p[p1]1]`,
    `\\[p1\\]¦- ¦* ¦1. ¦2) ¦> ¦# Head¦---¦***¦===¦- [ ] ¦  - ¦   ¦|¦ | ¦| a | b |¦|---|---|¦---|---`,
    `| 1 | 2 [p1] |¦\\|¦\`\`\`¦\`\`\`bash\n¦\`\`\`\n¦\n\`\`\`\n¦~~~\n¦\`¦\`\`¦\`a\`¦\`[p1]\`¦*¦**¦_¦__¦~~¦***`,
    `**bold**¦*it*¦snake_case¦5*3¦__init__¦topics[1]¦ [1, 5] on¦f[3].x¦[text](http://a.b/c)¦[t](¦](¦![i](u)¦![`,
    `<b>¦<br>¦<¦<!--¦-->¦<!-- c -->¦<https://a.b>¦&lt;¦&¦&am¦\\¦\\*¦!¦.¦!¦?¦:¦,¦。¦！¦你好¦世界。¦مرحبا؟¦שלום.¦\u200b`,
    `\u202e¦😀¦é¦\u0301¦NOT_IN_SOURCES¦<think>¦</think>`,
  ].flatMap((row) => row.split('¦')),
  '\ud83d',
  'a long word that goes on and on for the sake of length '.repeat(5),
];

/** Drafts made of such parts, and some of arbitrary characters. */
export const modelText: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }).map((parts) => parts.join('')),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
);

interface LabelledAnswer {
  readonly text: string;
  readonly pieces: readonly DraftPiece[];
}

const WORDS = [
  'nodes',
  'talk',
  'over',
  'topics',
  'v1.2.3',
  '`rclcpp`',
  '**fast**',
  '[docs](https://a.b/c)',
  'snake_case',
  '节点',
  'm²',
];
const bare = (word: string): string => word.replaceAll(/[`*]|^\[|\]\(.*$/gu, '');
const piece = (kind: StatementKind, text: string, labels: readonly string[], language = ''): DraftPiece => ({
  kind,
  text,
  labels,
  language,
});

const labels = fc.uniqueArray(
  fc.nat(40).map((number) => `p${number + 1}`),
  { minLength: 1, maxLength: 3 },
);
const words = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 8 });
const claim = fc.record({ words, labels });
const shownOf = (said: readonly string[]): string => said.map(bare).join(' ');
const marked = (said: readonly string[]): string => said.map((label) => `[${label}]`).join('');

const paragraph = fc.array(claim, { minLength: 1, maxLength: 4 }).map((claims): LabelledAnswer => ({
  text: claims.map((one) => `The ${one.words.join(' ')} go. ${marked(one.labels)}`).join(' '),
  pieces: claims.map((one) => piece('sentence', `The ${shownOf(one.words)} go.`, one.labels)),
}));
const list = fc
  .tuple(fc.boolean(), fc.array(claim, { minLength: 1, maxLength: 4 }))
  .map(([steps, claims]): LabelledAnswer => ({
    text: claims
      .map((one, i) => `${steps ? `${i + 1}.` : '-'} ${one.words.join(' ')} ${marked(one.labels)}`)
      .join('\n'),
    pieces: claims.map((one) => piece(steps ? 'step' : 'item', shownOf(one.words), one.labels)),
  }));
const table = fc.array(claim, { minLength: 1, maxLength: 4 }).map((claims): LabelledAnswer => ({
  text: [
    '| Name | Meaning |',
    '| --- | --- |',
    ...claims.map((one) => `| a | ${one.words.join(' ')} ${marked(one.labels)} |`),
  ].join('\n'),
  pieces: [
    piece('row', 'Name | Meaning', []),
    ...claims.map((one) => piece('row', `a | ${shownOf(one.words)}`, one.labels)),
  ],
}));
const code = claim.map((one): LabelledAnswer => ({
  text: `\`\`\`sh\n${one.words.join(' ')} # [p7]\n\`\`\`\n${marked(one.labels)}`,
  pieces: [piece('code', `${one.words.join(' ')} # [p7]`, one.labels, 'sh')],
}));

/** Correctly written answers, and the pieces in them. */
export const labelledAnswer: fc.Arbitrary<LabelledAnswer> = fc
  .array(fc.oneof(paragraph, list, table, code), { maxLength: 6 })
  .map((blocks) => ({
    text: blocks.map(({ text }) => text).join('\n\n'),
    pieces: blocks.flatMap(({ pieces }) => pieces),
  }));
