import type { Chunk, Mark, PageInfo } from '@ibid/core/types';
import { type FlowBlock, type MarkedText, pageFlow } from '@ibid/core/pages';
import { type MarkNode, markTree, rowCells } from '@ibid/client';
import { escapeHtml, htmlDocument, panelTags, WORDMARK } from './html-document.ts';

/** Path below which the server shows indexed pages. */
export const READER_BASE = '/read/';

/** Renders an indexed page as HTML, so that footnotes can open it even if the site is not available. Everything from the page is escaped. `blocks` are those of the page. */
export function readerPage(
  page: PageInfo & { readonly text: string; readonly content: readonly Chunk[] },
  siteTitle: string,
  blocks: readonly FlowBlock[] = pageFlow(page),
): string {
  const [first] = blocks;
  const hasTitle = first?.type === 'heading' && first.depth === 1;
  const body = [
    '<header class="bar">',
    WORDMARK,
    `<p>As indexed from <a href="${escapeHtml(safeUrl(page.url))}" rel="noopener noreferrer">${escapeHtml(page.url)}</a></p>`,
    '</header>',
    '<main class="reader" id="ibid-page">',
    hasTitle ? '' : `<h1>${escapeHtml(page.title)}</h1>`,
    ...nested(blocks),
    '</main>',
    // The panel continues the session that the footnote came from, and highlights the quoted words.
    panelTags(READER_BASE, 'reader'),
  ];
  const canonical = safeUrl(page.url);
  const head = canonical === '#' ? '' : `<link rel="canonical" href="${escapeHtml(canonical)}">`;
  return htmlDocument({
    title: `${page.title} · ${siteTitle}`,
    lang: page.locale,
    styles: ['reader'],
    head,
    body: body.join('\n'),
  });
}

/** Shown if a footnote's page is no longer in the index. */
export function missingPage(siteTitle: string): string {
  const body = `<header class="bar">${WORDMARK}</header>
<main class="reader" id="ibid-page"><h1>Not in the index</h1>
<p>No indexed page has this address. It may have moved or been removed since the answer was made.</p>
<p><a href="/ask">Ask a question</a></p></main>`;
  return htmlDocument({ title: `Not in the index · ${siteTitle}`, styles: ['reader'], body });
}

type Item = Extract<FlowBlock, { readonly type: 'item' }>;

/** Renders blocks in order, with list items inside their lists and continued blocks inside their items. */
function nested(blocks: readonly FlowBlock[]): readonly string[] {
  const html: string[] = [];
  /** Open lists, outermost first, each with an open item. */
  const around: Item[] = [];
  const close = (isLeft: (list: Item) => boolean): void => {
    while (around.length > 0 && isLeft(around.at(-1)!)) html.push(`</li></${tagOf(around.pop()!)}>`);
  };
  for (const part of blocks) {
    if (part.type === 'heading') {
      close(() => true);
      html.push(block(part));
      continue;
    }
    close(({ depth }) => depth > part.depth);
    if (part.type !== 'item') {
      html.push(block(part));
      continue;
    }
    close((list) => list.depth === part.depth && !isOneList(list, part));
    const goesOn = around.at(-1)?.depth === part.depth;
    if (goesOn) around.pop();
    around.push(part);
    const number = part.ordinal > 0 ? ` value="${part.ordinal}"` : '';
    html.push(`${goesOn ? '</li>' : `<${tagOf(part)}>`}<li${number}>${markedHtml(part)}`);
  }
  close(() => true);
  return html;
}

function isOneList(one: Item, other: Item): boolean {
  return one.group === other.group && tagOf(one) === tagOf(other);
}

function tagOf({ ordinal }: Item): 'ol' | 'ul' {
  return ordinal > 0 ? 'ol' : 'ul';
}

function block(part: Exclude<FlowBlock, Item>): string {
  switch (part.type) {
    case 'heading': {
      const tag = `h${part.depth}`;
      const id = part.anchor === '' ? '' : ` id="${escapeHtml(part.anchor)}"`;
      return `<${tag}${id}>${escapeHtml(part.text)}</${tag}>`;
    }
    case 'text': {
      const [open, close] = TEXT_TAGS[part.kind];
      return open + markedHtml(part) + close;
    }
    case 'code': {
      const label = part.language === '' ? '' : ` data-language="${escapeHtml(part.language)}"`;
      return `<pre tabindex="0"${label}><code>${escapeHtml(part.text)}</code></pre>`;
    }
    case 'table': {
      const head = part.header.map((row) => tableRow(row, 'th')).join('');
      const rows = part.rows.map((row) => tableRow(row, 'td')).join('');
      return `<div class="scroll" tabindex="0"><table>${head === '' ? '' : `<thead>${head}</thead>`}<tbody>${rows}</tbody></table></div>`;
    }
  }
}

type TextKind = Extract<FlowBlock, { type: 'text' }>['kind'];

const TEXT_TAGS: Readonly<Record<TextKind, readonly [open: string, close: string]>> = {
  paragraph: ['<p>', '</p>'],
  quote: ['<blockquote><p>', '</p></blockquote>'],
  label: ['<p class="label">', '</p>'],
  math: ['<pre class="math" tabindex="0">', '</pre>'],
  image: ['<p class="image">', '</p>'],
};

function tableRow(row: MarkedText, tag: 'th' | 'td'): string {
  const cells = rowCells(row).map(({ start, end }) => `<${tag}>${markedHtml(row, start, end)}</${tag}>`);
  return `<tr>${cells.join('')}</tr>`;
}

/** Only http and https addresses become links; anything else becomes `#`. */
function safeUrl(url: string): string {
  return /^https?:\/\//iu.test(url) ? url : '#';
}

const TAGS: Readonly<Record<Exclude<Mark['kind'], 'link'>, string>> = {
  code: 'code',
  math: 'code',
  strong: 'strong',
  emphasis: 'em',
  sub: 'sub',
  sup: 'sup',
};

/** Renders part of a text with its marks as HTML. All text is escaped, and whatever the marks are, the displayed text is exactly that part. */
function markedHtml({ text, marks }: MarkedText, from = 0, to: number = text.length): string {
  return markTree(text, marks, from, to).map(nodeHtml).join('');
}

function nodeHtml(node: MarkNode): string {
  if (typeof node === 'string') return escapeHtml(node);
  const { kind, href, children } = node;
  const inner = children.map(nodeHtml).join('');
  if (kind !== 'link') return `<${TAGS[kind]}>${inner}</${TAGS[kind]}>`;
  if (!/^https?:\/\//iu.test(href) || !URL.canParse(href)) return inner;
  // The site itself may not be available here, so the link opens the reader view.
  const { pathname, hash } = new URL(href);
  return `<a href="${escapeHtml(`/read${pathname}${hash}`)}">${inner}</a>`;
}
