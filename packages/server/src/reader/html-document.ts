import { escapeHtml } from './escape-html.ts';

/** A document with the page's own style and one script; `body` is HTML, everything else is text. */
export function htmlDocument(parts: {
  readonly title: string;
  readonly lang: string;
  readonly script: 'reader.js';
  readonly body: string;
}): string {
  const lang = /^[\w-]{2,35}$/u.test(parts.lang) ? parts.lang : 'en';
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(parts.title)}</title>
<link rel="icon" href="/api/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api/assets/base.css">
<link rel="stylesheet" href="/api/assets/reader.css">
<script type="module" src="/api/assets/${parts.script}"></script>
</head>
<body>
${parts.body}
</body>
</html>
`;
}
