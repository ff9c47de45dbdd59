import { IbidError } from '@ibid/core';
import type { CheckedOptions } from './plugin-options.ts';
import { nearestName } from './nearest-name.ts';

/** Throws `INVALID_CONFIG` where `suggestions` names a locale that the site does not have, and so would never be shown. */
export function checkLocales({ suggestions }: Pick<CheckedOptions, 'suggestions'>, locales: readonly string[]): void {
  if (Array.isArray(suggestions)) return;
  const problems = Object.keys(suggestions)
    .filter((locale) => !locales.includes(locale))
    .map((locale) => {
      const meant = nearestName(locale, locales);
      const hint =
        meant === undefined
          ? `There are ${locales.map((name) => `\`${name}\``).join(', ')}.`
          : `Did you mean \`${meant}\`?`;
      return `\`suggestions.${locale}\` is for no locale of the site. ${hint}`;
    });
  if (problems.length === 0) return;
  throw new IbidError(
    'INVALID_CONFIG',
    `The options of \`@ibid/docusaurus-plugin\` in \`docusaurus.config\` cannot be used: ${problems.join(' ')}`,
  );
}
