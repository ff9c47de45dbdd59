import type { LoadContext } from '@docusaurus/types';

/** What is needed of a site to say under which addresses its pages stand; `LoadContext` and the props of `postBuild` fit. */
export type SiteFacts = Pick<LoadContext, 'baseUrl' | 'i18n'> & {
  readonly siteConfig: Pick<LoadContext['siteConfig'], 'url' | 'baseUrl' | 'i18n'>;
};
