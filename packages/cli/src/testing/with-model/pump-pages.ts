import { readSources, type ModelScript, type ParsedCall } from '@ibid/testkit';

/** Sentences that are hard to split: numbers with decimal points, beginnings that are sentences too, multi-byte characters. */
export const PUMP_PAGES: Readonly<Record<string, string>> = {
  '/pump': `# Pump

## Care

The pump needs fresh oil every 90 days of use. It runs at 40.5 bar, and at 45.2 bar for short times only. The filter is changed every 12 months. Water above 60 °C harms the seals.

Before the first start:

- Open the valve slowly.
- Fill the cup with oil.

\`\`\`sh
pumpctl start --slow
pumpctl status
\`\`\`
`,
  '/fan': `# Fan

The fan turns at 900 rpm. Its blades are made of steel. The belt of the fan is checked every 30 days.
`,
};

export const PUMP_QUESTION = 'How often does the pump need fresh oil?';

/** Sentences of `wordingModel` in its order; the extracts begin elsewhere. */
const SAID = [
  'It runs at 40.5 bar, and at 45.2 bar for short times only.',
  'The pump needs fresh oil every 90 days of use.',
  'Water above 60 °C harms the seals.',
  'The filter is changed every 12 months.',
];
const LISTED = ['Open the valve slowly.', 'Fill the cup with oil.'];
const LEAD_IN = 'Before the first start:';
const CODE = 'pumpctl start --slow\npumpctl status';

/** Everything that the pages say, in the form in which a reader may be shown it. */
export const PUMP_TRUTH: ReadonlySet<string> = new Set([
  ...SAID,
  LEAD_IN,
  ...LISTED,
  CODE,
  'The fan turns at 900 rpm.',
  'Its blades are made of steel.',
  'The belt of the fan is checked every 30 days.',
]);

/** Text that a reader may have selected. */
export const PUMP_SELECTION =
  'The pump needs fresh oil every 90 days of use. It runs at 40.5 bar, and at 45.2 bar for short times only.';

/** Number of statements of a whole answer: with the code, and with the lead-in of the list. */
export const PUMP_STATEMENTS: number = SAID.length + LISTED.length + 2;

/** Answer of `wordingModel`: sentences, a list and code found in the sources, each with its label. */
export function wordedAnswer(call: ParsedCall): string {
  const { sources } = readSources(call);
  const cited = (text: string): readonly string[] => {
    const source = sources.find((each) => each.text.includes(text));
    return source === undefined ? [] : [`[${source.label}]`];
  };
  const sentences = SAID.flatMap((text) => cited(text).map((label) => `${text} ${label}`)).join(' ');
  const items = LISTED.flatMap((text) => cited(text).map((label) => `- ${text} ${label}`)).join('\n');
  const code = cited(CODE).map((label) => `\`\`\`sh\n${CODE}\n\`\`\`\n${label}\n`);
  return [sentences, items, ...code].filter((part) => part !== '').join('\n\n');
}

export const wordingModel: ModelScript = (call) => ({ kind: 'text', text: wordedAnswer(call) });
