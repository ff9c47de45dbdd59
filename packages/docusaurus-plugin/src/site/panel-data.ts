import type { WidgetConfig } from '@ibid/widget/config';

/** What is fetched with the panel, and so costs nothing before it is wanted. */
export interface PanelData extends Pick<WidgetConfig, 'messages' | 'suggestions'> {
  /** Of the panel; Docusaurus would put a CSS file into the one that every page loads. */
  readonly css: string;
}
