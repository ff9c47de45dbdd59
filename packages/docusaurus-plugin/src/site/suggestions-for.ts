import type { LoadContext } from '@docusaurus/types';
import type { CheckedOptions } from '../options/plugin-options.ts';

/** The owner's questions to begin with, for the locale at hand; those of the default locale where it has none of its own. */
export function suggestionsFor(
  { suggestions }: Pick<CheckedOptions, 'suggestions'>,
  { currentLocale, defaultLocale }: Pick<LoadContext['i18n'], 'currentLocale' | 'defaultLocale'>,
): readonly string[] {
  if (Array.isArray(suggestions)) return suggestions as readonly string[];
  const byLocale = suggestions as Readonly<Record<string, readonly string[]>>;
  return byLocale[currentLocale] ?? byLocale[defaultLocale] ?? [];
}
