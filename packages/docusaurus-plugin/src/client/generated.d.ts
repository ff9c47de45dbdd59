/** What Docusaurus writes for the bundler. Named with their endings, as modules of a package with `"type": "module"` must. */

declare module '@generated/globalData.json' {
  const globalData: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  export default globalData;
}

declare module '@generated/docusaurus.config.mjs' {
  const config: {
    readonly baseUrl: string;
    readonly trailingSlash: boolean | undefined;
    readonly themeConfig: Readonly<Record<string, unknown>>;
  };
  export default config;
}

/** The plugin has it written for the locale that is built. */
declare module '@ibid-site/panel-data' {
  import type { PanelData } from '../site/ship-data.ts';

  const panelData: PanelData;
  export default panelData;
}

/** The same for the search box. */
declare module '@ibid-site/search-data' {
  import type { SearchData } from '../site/ship-data.ts';

  const searchData: SearchData;
  export default searchData;
}

/** `prism-react-renderer` as the site's theme has it, or nothing where there is none. */
declare module '@ibid-site/prism' {
  import type { PrismLike } from './code-colors.ts';

  export const Prism: PrismLike | undefined;
}

declare module '@theme/IbidPanel' {
  import type { IbidPanelProps } from '@ibid/widget/panel';
  import type { ComponentType } from 'react';

  const IbidPanel: ComponentType<IbidPanelProps>;
  export default IbidPanel;
}

declare module '*.css' {}

declare module '@generated/routes.js' {
  import type { SiteRoute } from './site-links.ts';

  const routes: readonly SiteRoute[];
  export default routes;
}

declare module '@generated/i18n.json' {
  import type { SiteLocales } from './site-links.ts';

  const i18n: SiteLocales;
  export default i18n;
}
