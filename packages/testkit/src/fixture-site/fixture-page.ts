/** A plain HTML page that links to the given addresses. */
export function fixturePage(page: {
  readonly title: string;
  /** @default a sentence with the title */
  readonly text?: string;
  readonly links?: readonly string[];
  /** Markup for the head. */
  readonly head?: string;
}): string {
  const { title, text = `This page is about ${title}.`, links = [], head = '' } = page;
  const list = links.map((link) => `<li><a href="${link}">${link}</a></li>`).join('');
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head>
<body><nav><ul>${list}</ul></nav><main><article><h1>${title}</h1><p>${text}</p></article></main></body></html>`;
}
