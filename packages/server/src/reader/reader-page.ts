import type { Chunk, PageInfo } from '@ibid/core';
import { escapeHtml as text } from './escape-html.ts';
import { htmlDocument } from './html-document.ts';
import { pageFlow, type FlowBlock } from './page-flow.ts';

/** An indexed page as HTML, for footnotes to open where the site itself is not at hand. Everything from the page is escaped. */
export function readerPage(
  page: PageInfo & { readonly text: string; readonly content: readonly Chunk[] },
  siteTitle: string,
): string {
  const blocks = pageFlow(page);
  const body = [
    '<header class="reader-bar">',
    `<a class="wordmark" href="/ask">Ibid<span aria-hidden="true">.</span></a>`,
    `<p>As indexed from <a href="${text(safeUrl(page.url))}" rel="noopener noreferrer">${text(page.url)}</a></p>`,
    '</header>',
    '<p class="reader-note" id="ibid-note" role="status"></p>',
    '<main class="reader" id="ibid-page">',
    startsWithTitle(blocks) ? '' : `<h1>${text(page.title)}</h1>`,
    ...blocks.map(block),
    '</main>',
  ];
  return htmlDocument({
    title: `${page.title} · ${siteTitle}`,
    script: 'reader.js',
    lang: page.locale,
    body: body.join('\n'),
  });
}

/** Whether the page shows its title itself. */
function startsWithTitle(blocks: readonly FlowBlock[]): boolean {
  const first = blocks[0];
  return first?.type === 'heading' && first.depth === 1;
}

function block(part: FlowBlock): string {
  switch (part.type) {
    case 'heading': {
      const tag = `h${part.depth}`;
      const id = part.anchor === '' ? '' : ` id="${text(part.anchor)}"`;
      return `<${tag}${id}>${text(part.text)}</${tag}>`;
    }
    case 'text':
      return textBlock(part.kind, text(part.text));
    case 'code': {
      const label = part.language === '' ? '' : ` data-language="${text(part.language)}"`;
      return `<pre tabindex="0"${label}><code>${text(part.text)}</code></pre>`;
    }
    case 'list': {
      const items = part.items.map((item) => `<li>${text(item)}</li>`).join('');
      const nested = part.depth === 0 ? '' : ` class="depth-${part.depth}"`;
      return part.ordered ? `<ol start="${part.start}"${nested}>${items}</ol>` : `<ul${nested}>${items}</ul>`;
    }
    case 'table': {
      const head = part.header.map((row) => tableRow(row, 'th')).join('');
      const rows = part.rows.map((row) => tableRow(row, 'td')).join('');
      return `<div class="table" tabindex="0"><table>${head === '' ? '' : `<thead>${head}</thead>`}<tbody>${rows}</tbody></table></div>`;
    }
  }
}

function textBlock(kind: Extract<FlowBlock, { type: 'text' }>['kind'], escaped: string): string {
  switch (kind) {
    case 'paragraph':
      return `<p>${escaped}</p>`;
    case 'quote':
      return `<blockquote><p>${escaped}</p></blockquote>`;
    case 'label':
      return `<p class="label">${escaped}</p>`;
    case 'math':
      return `<pre class="math" tabindex="0">${escaped}</pre>`;
    case 'image':
      return `<p class="image">${escaped}</p>`;
  }
}

function tableRow(row: string, cell: 'th' | 'td'): string {
  const cells = row.split(' | ').map((value) => `<${cell}>${text(value)}</${cell}>`);
  return `<tr>${cells.join('')}</tr>`;
}

/** Only web addresses become links; anything else that an index may hold leads nowhere. */
function safeUrl(url: string): string {
  return /^https?:\/\//iu.test(url) ? url : '#';
}
