/** What Docusaurus writes for the bundler. Named with their endings, as modules of a package with `"type": "module"` must. */

declare module '@generated/globalData.json' {
  const globalData: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  export default globalData;
}

declare module '@generated/codeTranslations.json' {
  const codeTranslations: Readonly<Record<string, string>>;
  export default codeTranslations;
}

declare module '@generated/docusaurus.config.mjs' {
  const config: {
    readonly baseUrl: string;
    readonly trailingSlash: boolean | undefined;
    readonly future?: { readonly experimental_router?: string };
    readonly themeConfig: Readonly<Record<string, unknown>>;
  };
  export default config;
}

/** The panel's style; the plugin has it written, because Docusaurus puts all CSS files into one that every page loads. */
declare module '@ibid-site/panel-style' {
  const style: { readonly css: string };
  export default style;
}

/** `prism-react-renderer` as the site's theme has it, or nothing where there is none. */
declare module '@ibid-site/prism' {
  export const Prism: import('./code-highlighter.ts').PrismLike | undefined;
}

declare module '@theme/IbidPanel' {
  import type { IbidPanelProps } from '@ibid/widget/panel';
  import type { ComponentType } from 'react';

  const IbidPanel: ComponentType<IbidPanelProps>;
  export default IbidPanel;
}

declare module '*.css' {}
