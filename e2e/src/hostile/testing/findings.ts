import { Lexer, type Token } from 'marked';
import type { Reply } from '../../../../packages/client/src/wire.ts';
import type { Harm } from './victim.ts';

/** All that went wrong in one go. Empty lists, when nothing did. */
export interface Findings {
  readonly executed: readonly string[];
  readonly foreign: readonly string[];
  /** Elements, attributes and addresses that the widget must not make. */
  readonly strange: readonly string[];
  /** Links, pictures and markup that a renderer of Markdown finds in what was copied. */
  readonly copied: readonly string[];
  /** Where the reader was led without a click. */
  readonly led: readonly string[];
}

/** What an attack has found, and how many of its payloads it has seen in the panel in all the places that it is about. */
export interface Trial extends Findings {
  readonly shown: number;
}

export const NOTHING: Findings = { executed: [], foreign: [], strange: [], copied: [], led: [] };

/** Places of a reply that text may come to. Its place in this list is part of the number of a payload. */
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

/** Links elsewhere than to `site` and `allowed` pages, pictures and markup that a renderer of Markdown finds in `markdown`. */
export function markdownFaults(markdown: string, site: string, allowed: readonly string[]): readonly string[] {
  const pages = new Set(allowed);
  return Lexer.lex(markdown, { gfm: true })
    .flatMap(below)
    .flatMap((token) => {
      if (token.type === 'image' || token.type === 'html') return [`${token.type} ${token.raw}`];
      if (token.type !== 'link' && token.type !== 'def') return [];
      const [page = ''] = String(token.href).split('#');
      return pages.has(page) || page.startsWith(`${site}/`) ? [] : [`${token.type} ${String(token.href)}`];
    });
}

function below(token: Token): readonly Token[] {
  const children = [
    ...('tokens' in token ? (token.tokens ?? []) : []),
    ...('items' in token ? (token.items as readonly Token[]) : []),
    ...('header' in token && 'rows' in token
      ? [...(token.header as readonly Token[]), ...(token.rows as readonly (readonly Token[])[]).flat()].flatMap(
          (cell) => ('tokens' in cell ? (cell.tokens ?? []) : []),
        )
      : []),
  ];
  return [token, ...children.flatMap(below)];
}

/** Pages of other sites that a reply's own sources are: those that links may lead to, beside pages of this one. */
export function addressesOf({ citations, nearest }: Reply, page: string): readonly string[] {
  return [...citations, ...nearest].flatMap(({ url }) => {
    if (!URL.canParse(url.trim(), page)) return [];
    const { protocol, origin, pathname, search } = new URL(url.trim(), page);
    return /^https?:$/u.test(protocol) ? [origin + pathname + search] : [];
  });
}

/** Of payload number `at` in `sink`. */
export function hitId(sink: string, at: number): number {
  if (!SINKS.includes(sink)) throw new Error(`No text comes to \`${sink}\`.`);
  return (SINKS.indexOf(sink) + 1) * WIDTH + at;
}

/** Which places the numbers in `told` belong to. */
export function sinksIn(told: readonly string[]): readonly string[] {
  const found = told.flatMap((text) => [...text.matchAll(/(?<!\d)(\d{5,6})(?!\d)/gu)].map(([, id]) => Number(id)));
  return [...new Set(found.flatMap((id) => SINKS[Math.floor(id / WIDTH) - 1] ?? []))];
}
