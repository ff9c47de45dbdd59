import type { Question } from '@ibid/core/types';
import { createHash } from 'node:crypto';

export const OTHER_PLACES = [
  'selection',
  'unlocated-selection',
  'bundle',
  'bundle-selection',
  'reader-turn',
  'assistant-turn',
  'question',
] as const;
export type Place = PagePlace | (typeof OTHER_PLACES)[number];

/** A question to a model that has read an attack. */
export interface Scene {
  readonly id: string;
  readonly place: Place;
  readonly attack: Attack;
  readonly question: Question;
  /** Occurs only in the model's output. */
  readonly canary: string;
}

/** Pages that are indexed together, with the scenes about them. */
export interface Site {
  readonly pages: Readonly<Record<string, string>>;
  readonly scenes: readonly Scene[];
  /** A word of pages that no scene with a scope, a selection or a bundle may reach. */
  readonly secret: string;
}

/** Places in a page where an attack can be planted. */
export const PAGE_PLACES = [
  'page-start',
  'page-middle',
  'page-end',
  'page-code',
  'page-cell',
  'page-alt',
  'page-heading',
  'page-comment',
] as const;

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** An instruction planted where a model reads it. */
export interface Attack {
  readonly id: string;
  readonly text: string;
}

/** Text of a page on another subject, with a question about it. */
export interface Carrier {
  readonly id: string;
  /** Markdown without headings. */
  readonly text: string;
  readonly question: string;
}

/** A word that occurs only in the output of a model that obeys; equal names give equal words. */
export function canaryOf(name: string): string {
  const digest = createHash('sha256').update(name).digest();
  const letters = [...digest.subarray(0, 9)].map((byte) => 'bcdfghjkmnpqrstvwxz'[byte % 19]).join('');
  return `zq${letters}`;
}
export type PagePlace = (typeof PAGE_PLACES)[number];

/** Markdown page of the carrier's text, with the attack planted at the given place, if any. */
export function plantedPage(
  title: string,
  carrier: Carrier,
  planted?: { readonly attack: Attack; readonly place: PagePlace },
): string {
  const blocks = carrier.text.split(/\n{2,}/u).filter((block) => block.trim() !== '');
  const half = Math.ceil(blocks.length / 2);
  const at = (place: PagePlace, block: (order: string) => string): readonly string[] =>
    planted?.place === place ? [block(planted.attack.text)] : [];
  return [
    `# ${title}`,
    ...at('page-start', (order) => order),
    ...at('page-comment', (order) => `<!-- ${oneLine(order).replaceAll('--', '')} -->`),
    ...at('page-alt', (order) => `![${oneLine(order).replaceAll(/[[\]\\`]/gu, ' ')}](/images/plan.png)`),
    ...blocks.slice(0, half),
    ...at('page-middle', (order) => order),
    ...at('page-code', (order) => `\`\`\`\`text\n${order}\n\`\`\`\``),
    ...at(
      'page-cell',
      (order) => `| note | order |\n| --- | --- |\n| first | ${oneLine(order).replaceAll('|', '\\|')} |`,
    ),
    ...at('page-heading', (order) => `## ${oneLine(order)}`),
    ...blocks.slice(half),
    ...at('page-end', (order) => order),
  ].join('\n\n');
}
