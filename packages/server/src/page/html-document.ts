const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe as element text and inside a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.toWellFormed().replace(/[&<>"']/gu, (character) => ENTITIES[character]!);
}

export const WORDMARK = '<a class="wordmark" href="/ask">Ibid<span aria-hidden="true">.</span></a>';

/** A page of our own; `body` and `head` are HTML, everything else is text. It runs no script but the panel's. */
export function htmlDocument(parts: {
  readonly title: string;
  readonly lang?: string;
  /** Names of style sheets in addition to that of all pages. */
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
 * The panel. Pages of the index that this machine is named as the host of are shown below `base`: the owner's site where the
 * server has one, else the reader view. On the question page it is alone.
 */
export function panelTags(base: string, page: 'question' | 'reader'): string {
  const settings = page === 'question' ? ' data-launcher="off" data-standalone' : '';
  return `<ibid-ask data-base="${escapeHtml(base)}"${settings}></ibid-ask>
<script type="module" src="/widget/ibid-ask.js"></script>`;
}
