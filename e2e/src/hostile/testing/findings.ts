import { lexer, walkTokens } from 'marked';
import type { Reply } from '../../../../packages/client/src/wire.ts';
import type { Harm } from './victim.ts';

/** All problems found in one run. The lists are empty if there are none. */
export interface Findings {
  readonly executed: readonly string[];
  readonly foreign: readonly string[];
  /** Elements, attributes and addresses that the widget must not make. */
  readonly strange: readonly string[];
  /** Links, images and markup that a Markdown renderer finds in the copied text. */
  readonly copied: readonly string[];
  /** Addresses to which the reader was led without a click. */
  readonly led: readonly string[];
}

/** Findings of an attack, and the number of its payloads that were seen in the panel in all the places the attack is about. */
export interface Trial extends Findings {
  readonly shown: number;
}

export const NOTHING: Findings = { executed: [], foreign: [], strange: [], copied: [], led: [] };

/** Places of a reply that can contain text. The index in this list is part of a payload's number. */
const SINKS =
  `verbatim worded step item row code language title section quote anchor url href message warning nearest-title nearest-section nearest-url
  asked answer model fault answerer request chunk event failure question selection place heading version locale attribute`.split(
    /\s+/u,
  );

const WIDTH = 10_000;

export function findingsOf(harm: Harm, found: Pick<Findings, 'strange' | 'copied' | 'led'>): Findings {
  return {
    executed: once(harm.executed),
    foreign: once(harm.foreign),
    strange: once(found.strange),
    copied: once(found.copied),
    led: once(found.led),
  };
}

function once(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

/** Lists what a Markdown renderer finds in `markdown` and should not: images, HTML, and links to pages other than `allowed` or those of `site`. */
export function markdownFaults(markdown: string, site: string, allowed: readonly string[]): readonly string[] {
  const pages = new Set(allowed);
  const found: string[] = [];
  void walkTokens(lexer(markdown, { gfm: true }), (token) => {
    if (token.type === 'image' || token.type === 'html') found.push(`${token.type} ${token.raw}`);
    if (token.type !== 'link' && token.type !== 'def') return;
    const [page = ''] = String(token.href).split('#');
    if (!pages.has(page) && !page.startsWith(`${site}/`)) found.push(`${token.type} ${String(token.href)}`);
  });
  return found;
}

/** Pages of other sites that a reply names as sources: links may lead to them. */
export function addressesOf({ citations, nearest }: Reply, page: string): readonly string[] {
  return [...citations, ...nearest].flatMap(({ url }) => {
    if (!URL.canParse(url.trim(), page)) return [];
    const { protocol, origin, pathname, search } = new URL(url.trim(), page);
    return /^https?:$/u.test(protocol) ? [origin + pathname + search] : [];
  });
}

/** Number of payload `at` in `sink`. */
export function hitId(sink: string, at: number): number {
  if (!SINKS.includes(sink)) throw new Error(`No text comes to \`${sink}\`.`);
  return (SINKS.indexOf(sink) + 1) * WIDTH + at;
}

/** Sinks to which the numbers in `told` belong. */
export function sinksIn(told: readonly string[]): readonly string[] {
  const found = told.flatMap((text) => [...text.matchAll(/(?<!\d)(\d{5,6})(?!\d)/gu)].map(([, id]) => Number(id)));
  return [...new Set(found.flatMap((id) => SINKS[Math.floor(id / WIDTH) - 1] ?? []))];
}
