export type { CodeHighlighter, Destination, HostPage, OpenRequest, PageContext } from './host-page.ts';
export type { WidgetConfig } from './widget-config.ts';
