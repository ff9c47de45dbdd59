/**
 * A model that is taken over: it obeys whatever orders stand in the pages, the selection and the history that it is given, and
 * beyond that tries every way out that text and tool calls have. Which way is drawn from a seed and the number of the call, so
 * that thousands of different replies can be had again.
 */
import type { ModelScript, ScriptedReply } from '../scripted-reply.ts';
import type { ParsedCall } from '../parsed-call.ts';
import { CITATION_STYLES } from './hijack/citation-styles.ts';
import { hijackContext, type HijackStyle } from './hijack/hijack-context.ts';
import { MARKUP_STYLES } from './hijack/markup-styles.ts';
import { NOISE_STYLES } from './hijack/noise-styles.ts';
import { TOOL_STYLES } from './hijack/tool-styles.ts';
import { seededRandom } from './seeded-random.ts';

export interface HijackedModelOptions {
  /** @default 0 */
  readonly seed?: number;
  /** Of `HIJACK_STYLES`, from which one is drawn for each reply. @default all */
  readonly styles?: readonly string[];
  /** Orders that the test has put into what the model is given; whitespace and case do not matter. */
  readonly planted?: readonly string[];
}

const STYLES: Readonly<Record<string, HijackStyle>> = {
  ...MARKUP_STYLES,
  ...CITATION_STYLES,
  ...NOISE_STYLES,
  ...TOOL_STYLES,
};

/** Names of all ways. */
export const HIJACK_STYLES: readonly string[] = Object.keys(STYLES);

/** Those whose replies are as long as a book, for tests that draw thousands. */
export const HEAVY_HIJACK_STYLES: readonly string[] = ['one-megabyte', 'one-megabyte-word', 'many-truths', 'deep-list'];

export function hijackedModel(options: HijackedModelOptions = {}): ModelScript {
  return (call) => hijackedReply(call, options);
}

/** One reply; `call.index` counts as the number of the draw. */
export function hijackedReply(
  call: ParsedCall,
  { seed = 0, styles = HIJACK_STYLES, planted = [] }: HijackedModelOptions,
): ScriptedReply {
  const random = seededRandom(Math.imul(seed + 1, 0x9e_37_79_b1) ^ Math.imul(call.index + 1, 0x85_eb_ca_6b));
  const context = hijackContext(call, planted, random);
  const name = context.pick(styles);
  const reply = STYLES[name];
  if (reply === undefined) throw new RangeError(`There is no style ${name}; see HIJACK_STYLES.`);
  return reply(context);
}
