/** What a model may write, and the pieces that it is read as: `kind (language): text {labels}`. */
export interface ModelDraft {
  readonly writes: string;
  readonly gives: readonly string[];
}

const FENCE = '```';

/** Grouped by what is shown. */
export const MODEL_DRAFTS: Readonly<Record<string, readonly ModelDraft[]>> = {
  'sentences are parted as in the index, with the labels that follow them': [
    {
      writes: 'Nodes talk over topics. [p1] A service answers once. [p2][p3]',
      gives: ['sentence: Nodes talk over topics. {p1}', 'sentence: A service answers once. {p2 p3}'],
    },
    {
      writes: 'Nodes talk over topics [p1]. A service, [p2] however, answers once [p3], and ends.[p4]',
      gives: [
        'sentence: Nodes talk over topics. {p1}',
        'sentence: A service, however, answers once, and ends. {p2 p3 p4}',
      ],
    },
    {
      writes: 'Nodes talk. [p1]. A service answers. [p2].',
      gives: ['sentence: Nodes talk. {p1}', 'sentence: A service answers. {p2}'],
    },
    {
      writes: 'Use a tool, e.g. `npm`. [p1] Version v1.2.3 of Dr. No is out! [p2] Is it? [p3] It is… [p4] Good.',
      gives: [
        'sentence: Use a tool, e.g. npm. {p1}',
        'sentence: Version v1.2.3 of Dr. No is out! {p2}',
        'sentence: Is it? {p3}',
        'sentence: It is… {p4}',
        'sentence: Good. {}',
      ],
    },
    {
      writes: 'Run npm install. [p1] npm is a tool. [p2] See the log. [p3] it is long. [p4]',
      gives: [
        'sentence: Run npm install. {p1}',
        'sentence: npm is a tool. {p2}',
        'sentence: See the log. {p3}',
        'sentence: it is long. {p4}',
      ],
    },
    { writes: 'Use a tool, e.g. [p1] npm. [p2]', gives: ['sentence: Use a tool, e.g. npm. {p1 p2}'] },
    {
      writes: '这是第一句。[p1] 这是第二句[p2]。“引用。”[p3]节点[p4]通信。',
      gives: [
        'sentence: 这是第一句。 {p1}',
        'sentence: 这是第二句。 {p2}',
        'sentence: “引用。” {p3}',
        'sentence: 节点通信。 {p4}',
      ],
    },
    {
      writes: 'هل هذا صحيح؟ [p1] نعم. [p2]',
      gives: ['sentence: هل هذا صحيح؟ {p1}', 'sentence: نعم. {p2}'],
    },
    {
      writes: 'זה משפט. [p1] זה עוד אחד [p2].',
      gives: ['sentence: זה משפט. {p1}', 'sentence: זה עוד אחד. {p2}'],
    },
    {
      writes: 'Line one\r\nline two. [p1]\r\n\r\nNext\rpart. [p2]\r\n',
      gives: ['sentence: Line one line two. {p1}', 'sentence: Next part. {p2}'],
    },
    {
      writes: 'One.  \nTwo.\\\nThree. [p1]',
      gives: ['sentence: One. {}', 'sentence: Two. {}', 'sentence: Three. {p1}'],
    },
    {
      writes: 'In \u202eplain\u202c s\u200bight\u{e0041}\u0007. [p\u200b1]',
      gives: ['sentence: In plain sight. {p1}'],
    },
  ],
  'a label may be written in many ways': [
    {
      writes: 'A is. [p1, p2] B is. [P3; p4] C is. [p5 and p6] D is. [p7-p9]',
      gives: [
        'sentence: A is. {p1 p2}',
        'sentence: B is. {p3 p4}',
        'sentence: C is. {p5 p6}',
        'sentence: D is. {p7 p8 p9}',
      ],
    },
    {
      writes: 'A is【p1】. B is ([p2]). C is ([p3], [p4]). D is. [source: p5] E is. [^p6] F is. [[p7]]',
      gives: [
        'sentence: A is. {p1}',
        'sentence: B is. {p2}',
        'sentence: C is. {p3 p4}',
        'sentence: D is. {p5}',
        'sentence: E is. {p6}',
        'sentence: F is. {p7}',
      ],
    },
    {
      writes: 'A is **[p1]**. B is. [**p2**] C is. \\[p3\\] D is. [p4](https://evil.example)',
      gives: ['sentence: A is. {p1}', 'sentence: B is. {p2}', 'sentence: C is. {p3}', 'sentence: D is. {p4}'],
    },
    {
      writes: 'Take point (p1) first. [p2] Then rest (p3). Sleep. (p4) Wake up (p5)',
      gives: [
        'sentence: Take point (p1) first. {p2}',
        'sentence: Then rest. {p3}',
        'sentence: Sleep. {p4}',
        'sentence: Wake up {p5}',
      ],
    },
    { writes: 'A is. [p1][p1][p01] B is. [p0][p99]', gives: ['sentence: A is. {p1}', 'sentence: B is. {p0 p99}'] },
    {
      writes: '[p1] A comes first. [p2] B comes second.\n\n[p3]: C comes last. [p4]: So it is.',
      gives: [
        'sentence: A comes first. {p1}',
        'sentence: B comes second. {p2}',
        'sentence: C comes last. {p3}',
        'sentence: So it is. {p4}',
      ],
    },
    {
      writes: 'Nodes[p1]talk. According to [p2], [p3] they do.',
      gives: ['sentence: Nodes talk. {p1}', 'sentence: According to they do. {p2 p3}'],
    },
  ],
  'a line of labels counts for the pieces above it that have none': [
    {
      writes: 'A is. B is.\n[p1]\n\nC is. [p2] D is.\n\n[p3]\n\nE is.',
      gives: [
        'sentence: A is. {p1}',
        'sentence: B is. {p1}',
        'sentence: C is. {p2}',
        'sentence: D is. {p3}',
        'sentence: E is. {}',
      ],
    },
    {
      writes: '- one\n- two\n\n[p1]\n\n* three [p2]\n* four\n[p3]',
      gives: ['item: one {p1}', 'item: two {p1}', 'item: three {p2}', 'item: four {p3}'],
    },
    {
      writes: 'Options:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n([p1])\n',
      gives: ['sentence: Options: {p1}', 'row: a | b {p1}', 'row: 1 | 2 {p1}'],
    },
    { writes: 'It goes on\n[p1]\nover the line. [p2]', gives: ['sentence: It goes on over the line. {p1 p2}'] },
    { writes: 'One. [p1]\n\n[p2]\n\nTwo.', gives: ['sentence: One. {p1}', 'sentence: Two. {}'] },
  ],
  'lists keep their kind': [
    {
      writes: '- **Topic**: a stream. [p1]\n* a `request` [p2]\n+ an action [p3]\n• a goal [p4]',
      gives: ['item: Topic: a stream. {p1}', 'item: a request {p2}', 'item: an action {p3}', 'item: a goal {p4}'],
    },
    {
      writes: '1. First. [p1]\n2) Second. Then more. [p2]\n10. Tenth\n    goes on. [p3]',
      gives: ['step: First. {p1}', 'step: Second. Then more. {p2}', 'step: Tenth goes on. {p3}'],
    },
    {
      writes: '1. Install:\n   - on Linux `apt` [p1]\n     - on Arch `pacman` [p2]\n2. Run it. [p3]',
      gives: ['step: Install: {}', 'item: on Linux apt {p1}', 'item: on Arch pacman {p2}', 'step: Run it. {p3}'],
    },
    {
      writes: '1. Do this. [p1]\n\n   It takes a while. [p2]\n\n2. Do that. [p3]\n\nDone. [p4]',
      gives: ['step: Do this. {p1}', 'step: It takes a while. {p2}', 'step: Do that. {p3}', 'sentence: Done. {p4}'],
    },
    {
      writes: `1. Run:\n   ${FENCE}sh\n   npm i\n     --all\n   ${FENCE}\n   It prints a line. [p1]\n2. Wait. [p2]`,
      gives: ['step: Run: {}', 'code (sh): npm i\n  --all {}', 'step: It prints a line. {p1}', 'step: Wait. {p2}'],
    },
    {
      writes: `- ${'A long sentence of an item goes on. '.repeat(7)}[p1] Its end is here. [p2]\n- Short. [p3]`,
      gives: [
        ...Array<string>(6).fill('item: A long sentence of an item goes on. {}'),
        'item: A long sentence of an item goes on. {p1}',
        'item: Its end is here. {p2}',
        'item: Short. {p3}',
      ],
    },
    {
      writes: '- one [p1]\n- two\n  goes on [p2]\nAll of it. [p3]',
      gives: ['item: one {p1}', 'item: two goes on {p2}', 'sentence: All of it. {p3}'],
    },
    {
      writes: '- [x] done [p1]\n- [ ] open [p2]\n-\n- - deep [p3]',
      gives: ['item: done {p1}', 'item: open {p2}', 'item: deep {p3}'],
    },
    {
      writes: 'In the year\n14. the house was built. [p1]',
      gives: ['sentence: In the year 14. the house was built. {p1}'],
    },
  ],
  'rows of tables read as in the index': [
    {
      writes:
        '| Option | Default |\n| --- | :-: |\n| `a` | 1 [p1] |\n| **b** | 2 | [p2]\n|  | 3 [p3] |\n|  |  |\n\nDone. [p1]',
      gives: [
        'row: Option | Default {}',
        'row: a | 1 {p1}',
        'row: b | 2 {p2}',
        'row: | 3 {p3}',
        'sentence: Done. {p1}',
      ],
    },
    {
      writes: 'Option | Default\n---|---\na | 1 [p1]\nb | 2 [p2]\n\na | b is a bar.',
      gives: ['row: Option | Default {}', 'row: a | 1 {p1}', 'row: b | 2 {p2}', 'sentence: a | b is a bar. {}'],
    },
    {
      writes:
        '| a | b | Source |\n|---|---|---|\n| 1 | 2 | [p1] |\n| 3 | | [p2] |\n\nor\n\n| a | b |\n|---|---|\n| 3 | [p2] |',
      gives: ['row: a | b {}', 'row: 1 | 2 {p1}', 'row: 3 | {p2}', 'sentence: or {}', 'row: a | b {}', 'row: 3 | {p2}'],
    },
    { writes: '| a \\| b | `c | d` | [p1] |\n', gives: ['row: a | b | c | d {p1}'] },
    { writes: 'First. [p1] Second | third\n---|---\n', gives: ['sentence: First. {p1}', 'row: Second | third {}'] },
    { writes: `|${' x |'.repeat(65)}\n| y |`, gives: ['row: y {}'] },
  ],
  'code stays letter by letter, and nothing in it is a label': [
    {
      writes: `Use this:\n\n${FENCE}python\narr[p1] = x  # [p2] [1]\n\n  *y*\n${FENCE}\n[p3]\n\nDone. [p4]`,
      gives: [
        'sentence: Use this: {p3}',
        'code (python): arr[p1] = x  # [p2] [1]\n\n  *y* {p3}',
        'sentence: Done. {p4}',
      ],
    },
    {
      writes: `Use this: [p1]\n~~~ C++ {1}\n${FENCE}\n~~~\nAnd so on. [p2]`,
      gives: ['sentence: Use this: {p1}', `code (c++): ${FENCE} {p1}`, 'sentence: And so on. {p2}'],
    },
    {
      writes: `Use this: [p1]\n${FENCE}\na\n${FENCE}\n[p2]\n${FENCE}js [p3]\nb\n${FENCE}\n${FENCE}text\nc\n${FENCE} [p4]\n`,
      gives: ['sentence: Use this: {p1}', 'code: a {p2}', 'code (js): b {p3}', 'code: c {p4}'],
    },
    {
      writes: `${FENCE}\nnever closed [p1]\n\n# not a heading\n`,
      gives: ['code: never closed [p1]\n\n# not a heading {}'],
    },
    { writes: `${FENCE}\n\n${FENCE}\n> ${FENCE}\n> quoted\n> ${FENCE}\n> [p1]`, gives: ['code: quoted {p1}'] },
    {
      writes: 'Use `[p1]`, ``a`b`` and `x. Y` here. [p2] An open ` tick. [p3]',
      gives: ['sentence: Use [p1], a`b and x. Y here. {p2}', 'sentence: An open ` tick. {p3}'],
    },
  ],
  'markup falls away, words stay': [
    {
      writes: '**Bold. Twice.** [p1] *It* is ***very*** _nice_, __so so__ ~~so~~. [p2]',
      gives: ['sentence: Bold. {}', 'sentence: Twice. {p1}', 'sentence: It is very nice, so so so. {p2}'],
    },
    {
      writes: 'Pass *args and **kwargs to snake_case_name. [p1] 5*3*2 and 2 * 3 * 4 are **not closed. [p2]',
      gives: [
        'sentence: Pass *args and **kwargs to snake_case_name. {p1}',
        'sentence: 5*3*2 and 2 * 3 * 4 are **not closed. {p2}',
      ],
    },
    {
      writes: 'Call __init__ and __str__. [p1] The [profile.*] and [dev.*] sections. [p2]',
      gives: ['sentence: Call __init__ and __str__. {p1}', 'sentence: The [profile.*] and [dev.*] sections. {p2}'],
    },
    { writes: '这是**重点**内容，**「引用」**也是。[p1]', gives: ['sentence: 这是重点内容，「引用」也是。 {p1}'] },
    {
      writes: 'See [the [old] docs](https://evil.example/a_(b)) and <https://a.b/c>, or [this][ref]. [p1]',
      gives: ['sentence: See the [old] docs and https://a.b/c, or [this][ref]. {p1}'],
    },
    {
      writes: '\\*Stars\\*, \\`ticks\\`, C:\\temp, Vec<T>, a &lt; b &amp; c<br>end. [p1]',
      gives: ['sentence: *Stars*, `ticks`, C:\\temp, Vec<T>, a < b & c end. {p1}'],
    },
    {
      writes: '# Title [p1]\nText.\n[p1]\n\n---\n\n***\n<!-- a\n\nb --> More. [p2] <!-- c --> Most. [p3]\n## End',
      gives: ['sentence: Text. {p1}', 'sentence: More. {p2}', 'sentence: Most. {p3}'],
    },
    {
      writes: '> Quoted. [p1]\n>> - item [p2]\n\nPlain. [p3]',
      gives: ['sentence: Quoted. {p1}', 'item: item {p2}', 'sentence: Plain. {p3}'],
    },
    { writes: '<think>\nThe sources say so.\n\n[p1]\n</think>\n\nIt is so. [p1]', gives: ['sentence: It is so. {p1}'] },
  ],
  'what is not ours is never shown as if it were': [
    {
      writes: 'A is [1]. B is.[2][3] C is [^4]. D is. 【5†source】\n\n[6]\n\n[^1]: E is.',
      gives: [
        'sentence: A is. {}',
        'sentence: B is. {}',
        'sentence: C is. {}',
        'sentence: D is. {}',
        'sentence: E is. {}',
      ],
    },
    {
      writes:
        'Take topics[1]. [p1] Index [2] is. [p2] It is in [1, 5]. [p3] From [1, 5] on, f[3].x = g[4][5] is [404]. [p4] Take f[0] or [0, 1]. [p5]',
      gives: [
        'sentence: Take topics. {? p1}',
        'sentence: Index is. {? p2}',
        'sentence: It is in. {? p3}',
        'sentence: From [1, 5] on, f[3].x = g[4] is [404]. {? p4}',
        'sentence: Take f[0] or [0, 1]. {p5}',
      ],
    },
    {
      writes: 'See ![a](https://evil.example/b.png) here. [p1] See <img src=x> there. [p2] A &lt;a href=x&gt; is. [p3]',
      gives: [
        'sentence: See ![a](https://evil.example/b.png) here. {? p1}',
        'sentence: See <img src=x> there. {? p2}',
        'sentence: A <a href=x> is. {? p3}',
      ],
    },
    {
      writes: 'A [p1[p2]3] is. [p4] B [p5 is. [p6] C is. [p7]',
      gives: ['sentence: A 3] is. {? p2 p4}', 'sentence: B is. {? p6}', 'sentence: C is. {p7}'],
    },
    { writes: 'It is so. [p1]\n\nSources: [p1], [p2]\n', gives: ['sentence: It is so. {p1}'] },
  ],
  'nothing of a label is shown that has no end': [
    { writes: 'A is. [p1][p2', gives: ['sentence: A is. {p1}'] },
    { writes: 'A is. [p1] B is. [1', gives: ['sentence: A is. {p1}', 'sentence: B is. {}'] },
    { writes: 'A is. [p1] B is [', gives: ['sentence: A is. {p1}', 'sentence: B is {}'] },
    { writes: '- a [p1]\n- b [p1, p', gives: ['item: a {p1}', 'item: b {}'] },
  ],
  'a text that says nothing has no pieces': [
    { writes: '', gives: [] },
    { writes: ' \n\n \n', gives: [] },
    { writes: '[p1]', gives: [] },
    { writes: '…\n\n- \n\n|  |\n', gives: [] },
  ],
};
