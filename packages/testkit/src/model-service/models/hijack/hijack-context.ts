import type { ParsedCall } from '../../parsed-call.ts';
import type { ScriptedReply } from '../../scripted-reply.ts';
import { sentencesOf, type SourceSentence } from '../best-sentences.ts';
import { readSources } from '../read-sources.ts';
import { heardTexts, orderIn } from './heard-orders.ts';

/** What a taken-over model has at hand when it answers. */
export interface HijackContext {
  readonly call: ParsedCall;
  readonly question: string;
  /** What the model was told to do first; `''` where there is nothing. */
  readonly systemPrompt: string;
  /** An order that stands in what it was given, else one that such pages hold. */
  readonly order: string;
  /** True and with its label; made up where there are no sources. */
  readonly truth: () => SourceSentence;
  /** A label that was given, but not this one where there are others. */
  readonly otherLabel: (label: string) => string;
  readonly pick: <Item>(items: readonly Item[]) => Item;
  /** A whole number from 0 to below `limit`. */
  readonly below: (limit: number) => number;
}

/** One way of misusing a reply. */
export type HijackStyle = (context: HijackContext) => ScriptedReply;

const MADE_UP: SourceSentence = { label: 'p1', text: 'Topics are named buses over which nodes exchange messages.' };

/** `planted` are orders that the test has put into pages, a selection or history; one that stands in the call is obeyed first. */
export function hijackContext(call: ParsedCall, planted: readonly string[], random: () => number): HijackContext {
  const { sources, question } = readSources(call);
  const sentences = sources.flatMap(sentencesOf);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)]!;
  return {
    call,
    question,
    systemPrompt: call.messages.find(({ role }) => role === 'system')?.text ?? '',
    order: orderIn(heardTexts(call), planted, pick),
    truth: () => (sentences.length === 0 ? MADE_UP : pick(sentences)),
    otherLabel: (label) => sources.find((source) => source.label !== label)?.label ?? label,
    pick,
    below,
  };
}

/** The payload between true sentences with their labels, at any place of them. */
export function amongTruths(context: HijackContext, payload: string): ScriptedReply {
  const truths = Array.from({ length: context.below(3) }, () => labelled(context.truth()));
  const at = context.below(truths.length + 1);
  const glue = context.pick([' ', '\n\n', '\n']);
  return { kind: 'text', text: truths.toSpliced(at, 0, payload).join(glue) };
}

export function labelled({ label, text }: SourceSentence): string {
  return `${text} [${label}]`;
}
