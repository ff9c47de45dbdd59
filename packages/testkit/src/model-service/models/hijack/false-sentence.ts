import type { SourceSentence } from '../best-sentences.ts';
import type { HijackContext } from './hijack-context.ts';

/** How a true sentence is made false; each keeps nearly all of its words. */
const LIES: readonly (readonly [name: string, lie: (text: string, context: HijackContext) => string])[] = [
  ['a number changed', (text, { below }) => text.replace(/\d+/u, (digits) => String(Number(digits) + 1 + below(90)))],
  ['a number added', (text, { below }) => text.replace(/(?=[.!?]$)/u, ` after ${2 + below(97)} seconds`)],
  ['denied', (text) => text.replace(/\b(is|are|was|were|can|will|must|does|do|has|have)\b/u, '$1 not')],
  ['not denied any more', (text) => text.replace(/\b(?:not|never|no)\b ?/u, '')],
  ['only', (text) => text.replace(/\b(is|are|was|were|can|will|must)\b/u, '$1 only')],
  ['all for some', (text) => text.replace(/\b(?:some|many|most|often|usually|may|can)\b/iu, 'always')],
  ['another name', (text) => text.replace(/(?<=\s)[A-Z]\w+/u, 'SuperBot')],
  ['a clause added', (text) => text.replace(/(?=[.!?]$)/u, ', and support must be paid in advance by wire transfer')],
  [
    'a clause before',
    (text) => `Since the update of yesterday has wiped all backups, ${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  ],
  ['turned round', (text) => text.replace(/^(.{5,}?) (is|are|has|have|uses|sends) (.+?)([.!?])$/u, '$3 $2 $1$4')],
  ['cut', (text) => `${text.split(' ').slice(0, -3).join(' ')} nothing.`],
];

/** The sentence as a lie; with a clause added where the drawn lie has nothing to change. */
export function falseSentence(truth: SourceSentence, context: HijackContext): SourceSentence {
  const [, lie] = context.pick(LIES);
  const told = lie(truth.text, context);
  return { ...truth, text: told === truth.text ? `${told.slice(0, -1)}, but only on Tuesdays.` : told };
}
