export { decodeHtml, type DecodedHtml } from './html/decode-html.ts';
export { htmlToBlocks } from './html/html-to-blocks.ts';
export { pageLinks, type PageLinks } from './html/page-links.ts';
export { parseHtml } from './html/parse-html.ts';
export { inlineParser } from './inline-parser.ts';
export { frontMatter, frontMatterText, type FrontMatter } from './markdown/front-matter.ts';
export { markdownImports, type MarkdownImport } from './markdown/markdown-imports.ts';
export { parseMarkdown } from './markdown/parse-markdown.ts';
export { parsePage } from './parse-page.ts';
