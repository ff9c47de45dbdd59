/** The frame of built-in pages, and the question page. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/gu, (character) => ENTITIES[character]!);
}

export const WORDMARK = '<a class="wordmark" href="/ask">Ibid<span aria-hidden="true">.</span></a>';

/** Renders a built-in page. `body` and `head` are HTML; everything else is text. The page runs no script except the panel's. */
export function htmlDocument(parts: {
  readonly title: string;
  readonly lang?: string;
  /** Names of additional style sheets; the base sheet is always included. */
  readonly styles?: readonly string[];
  readonly head?: string;
  readonly body: string;
}): string {
  const { title, lang = 'en', styles = [], head = '', body } = parts;
  const links = ['base', ...styles].map((name) => `<link rel="stylesheet" href="/api/assets/${name}.css">`);
  return `<!doctype html>
<html lang="${/^[\w-]{2,35}$/u.test(lang) ? lang : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/api/assets/icon.svg" type="image/svg+xml">
${links.join('\n')}
${head}
</head>
<body>
${body}
</body>
</html>
`;
}

/**
 * Tags that load the panel. Indexed pages with this machine as host open below `base`: in the owner's site if the server has one, else in
 * the reader view. On the question page the panel is standalone.
 */
export function panelTags(base: string, page: 'question' | 'reader'): string {
  const settings = page === 'question' ? ' data-launcher="off" data-standalone' : '';
  return `<ibid-ask data-base="${escapeHtml(base)}"${settings}></ibid-ask>
<script type="module" src="/widget/ibid-ask.js"></script>`;
}

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
