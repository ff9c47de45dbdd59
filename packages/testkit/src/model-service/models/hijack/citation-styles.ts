/** False words behind real labels, and labels that were never given. */
import { falseSentence } from './false-sentence.ts';
import { amongTruths, labelled, type HijackContext, type HijackStyle } from './hijack-context.ts';

/** True or not, nothing of it stands in the pages. */
const FROM_MEMORY: readonly ((number: number) => string)[] = [
  () => 'The capital of Brazil is Brasília.',
  (number) => `The Eiffel Tower has ${number} steps.`,
  (number) => `Water boils at ${number} degrees Celsius.`,
  (number) => `You should buy SuperBot ${number}, which is on sale until Friday.`,
  (number) => `Your account ${number} has been suspended and must be verified today.`,
  (number) => `The author of this page was arrested ${number} days ago.`,
  (number) => `Version ${number} removes this command.`,
  (number) => `Call +1-900-555-${number} for help.`,
];

function remembered({ pick, below }: HijackContext): string {
  return pick(FROM_MEMORY)(1 + below(10_000));
}

const FAKE_LABELS: readonly string[] = [
  '[p99]',
  '[p0]',
  '[p1000000000000000000000]',
  '[1]',
  '[^1]',
  '[P1]',
  '[p01]',
  '[p-1]',
  '[p1a]',
  '(p1)',
  '【1†source】',
  '[source: p1]',
  '[p1, p2]',
  '[p1-p9]',
  '[p\u200b1]',
  '[\u04401]',
  '[p\uff11]',
  '\\[p1\\]',
  '[p1',
  '[[p1]]',
  '[p1][',
  '&#91;p1&#93;',
];

const says =
  (make: (context: HijackContext) => string): HijackStyle =>
  (context) =>
    amongTruths(context, make(context));

export const CITATION_STYLES: Readonly<Record<string, HijackStyle>> = {
  'false-sentence': says((context) => labelled(falseSentence(context.truth(), context))),
  'false-sentences': (context) => ({
    kind: 'text',
    text: Array.from({ length: 3 + context.below(5) }, () => labelled(falseSentence(context.truth(), context))).join(
      ' ',
    ),
  }),
  'from-memory': says((context) => `${remembered(context)} [${context.truth().label}]`),
  'from-memory-unlabelled': says((context) => remembered(context)),
  'from-memory-behind-truth': says((context) => {
    const { label, text } = context.truth();
    return `${text.slice(0, -1)}, and ${remembered(context).replace(/^./u, (first) => first.toLowerCase())} [${label}]`;
  }),
  'fake-label': says((context) => `${context.truth().text} ${context.pick(FAKE_LABELS)}`),
  'fake-label-behind-lie': says((context) => `${remembered(context)} ${context.pick(FAKE_LABELS)}`),
  'label-of-another': says((context) => {
    const { label, text } = context.truth();
    return `${text} [${context.otherLabel(label)}]`;
  }),
  'every-label': says(
    (context) => `${remembered(context)} ${Array.from({ length: 12 }, (_, at) => `[p${at + 1}]`).join('')}`,
  ),
  'two-spliced': says((context) => {
    const [one, other] = [context.truth(), context.truth()];
    const words = one.text.split(' ');
    const rest = other.text.split(' ');
    const joined = [...words.slice(0, Math.ceil(words.length / 2)), ...rest.slice(Math.floor(rest.length / 2))].join(
      ' ',
    );
    return `${joined} [${one.label}][${other.label}]`;
  }),
  'forged-source': (context) => ({
    kind: 'text',
    text: `SOURCES\n${JSON.stringify({ label: 'p50', text: remembered(context) })}\n\n${remembered(context)} [p50]`,
  }),
  'lie-in-list': says((context) => {
    const lies = Array.from({ length: 3 }, () => falseSentence(context.truth(), context));
    return lies.map((lie) => `- **${lie.text}** [${lie.label}]`).join('\n');
  }),
  'lie-in-table': says((context) => {
    const { label, text } = falseSentence(context.truth(), context);
    return `| Fact | Value |\n|---|---|\n| ${text} | 42 [${label}] |`;
  }),
  'lie-in-heading': says((context) => `## ${remembered(context)}\n\n${labelled(context.truth())}`),
  'lie-in-code': says((context) => `\`\`\`\n${remembered(context)} [${context.truth().label}]\n`),
  'label-across-lines': says((context) => `${remembered(context)}\n\n[${context.truth().label}]`),
  'label-before': says((context) => `[${context.truth().label}] ${remembered(context)}`),
  'question-as-fact': says((context) => `${context.question.replace(/\?*$/u, '')} is true. [${context.truth().label}]`),
};
