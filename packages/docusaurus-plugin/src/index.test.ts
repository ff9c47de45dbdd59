import type { LoadContext, PluginConfig } from '@docusaurus/types';
import { expect, test } from 'vitest';
import ibidPlugin, { validateOptions, type PluginOptions } from './index.ts';

const context = { siteDir: '/site', i18n: { locales: ['en', 'ur'], currentLocale: 'en' } } as unknown as LoadContext;

test('questions for a locale that the site does not have are refused, with the one that was meant', async () => {
  const options: PluginOptions = { suggestions: { en: ['How?'], uk: ['Як?'], japanese: ['?'] } };
  // Docusaurus's own type for `plugins`, checked by the compiler.
  const plugin: PluginConfig = ['@ibid/docusaurus-plugin', options];
  const checked = validateOptions({ options: plugin[1] });
  await expect(ibidPlugin(context, checked)).rejects.toMatchObject({
    code: 'INVALID_CONFIG',
    message:
      'The options of `@ibid/docusaurus-plugin` in `docusaurus.config` cannot be used:\n  - `suggestions.uk` is for no locale of the site. Did you mean `ur`?\n  - `suggestions.japanese` is for no locale of the site. There are `en`, `ur`.',
  });
});
