import { escapeHtml, htmlDocument, panelTags } from './html-document.ts';

/** Renders the question page: a short introduction and the panel. Footnotes open below `base`. */
export function askPage(options: {
  readonly title: string;
  readonly base: string;
  readonly hasPanel: boolean;
}): string {
  const title = escapeHtml(options.title);
  const body = `<main class="ask">
<h1 class="wordmark">Ibid<span aria-hidden="true">.</span></h1>
<p class="tagline">Answers from ${title}, every sentence proved.</p>
${
  options.hasPanel
    ? `<button class="question" type="button" data-ibid-open="">Ask ${title}…</button>
<p class="hint">Each sentence of an answer carries a footnote that opens the page at the quoted words. When the pages do not say, you are told so.</p>
<noscript><p class="hint">This page needs JavaScript. Programs can use <code>POST /api/ask</code>.</p></noscript>
</main>
${panelTags(options.base, 'question')}`
    : `<p class="hint">The panel is not built on this server; its owner must run <code>npm run build</code>. Programs can use <code>POST /api/ask</code>.</p>
</main>`
}`;
  return htmlDocument({ title: `Ask ${options.title} · Ibid`, body });
}
