import config from '@generated/docusaurus.config.mjs';
import panel from '@ibid-site/panel-data';
import { Prism } from '@ibid-site/prism';
import { mountPanel, type PanelModule } from '@ibid/widget/panel';
import IbidPanel from '@theme/IbidPanel';
import { adoptStyle } from './adopt-style.ts';
import { codeHighlighter } from './code-highlighter.ts';
import { codeStyle } from './code-style.ts';
import type { DocusaurusHost } from './docusaurus-host.ts';

/** All that is fetched at the first intent: the panel, its style, and the site's colours of code. */
export function loadPanel(host: DocusaurusHost): PanelModule {
  adoptStyle(panel.css);
  adoptStyle(codeStyle(config.themeConfig['prism']));
  if (Prism !== undefined) host.highlightCode = codeHighlighter(Prism);
  const { messages, suggestions } = panel;
  return {
    mountPanel: (options) =>
      mountPanel({ ...options, config: { ...options.config, messages, suggestions }, component: IbidPanel }),
  };
}
