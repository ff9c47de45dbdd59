export { pageFlow, type FlowBlock, type MarkedText } from './page-flow.ts';
export { markdownSections, pageMarkdown } from './page-markdown.ts';
export { llmsTxt, markdownPath, pageOfMarkdown } from './llms-txt.ts';
