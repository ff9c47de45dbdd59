export { decodeHtml, type DecodedHtml } from './html/decode-html.ts';
export { pageLinks, type PageLinks } from './html/page-links.ts';
export { parseHtml } from './html/parse-html.ts';
export { inlineParser } from './parse-page.ts';
export { frontMatter, frontMatterText, type FrontMatter } from './markdown/parse-markdown.ts';
export { markdownImports, type MarkdownImport } from './markdown/imports.ts';
export { parseMarkdown } from './markdown/parse-markdown.ts';
export { parsePage } from './parse-page.ts';
