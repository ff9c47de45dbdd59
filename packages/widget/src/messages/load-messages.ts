import { type Messages, messages as english } from './en.ts';
import { languageKey } from './words.ts';

export type { Messages };

/** A file with a missing text does not compile. */
const LANGUAGES: Readonly<Record<string, () => Promise<{ readonly default: Messages }>>> = {
  de: () => import('./de.json', { with: { type: 'json' } }),
  es: () => import('./es.json', { with: { type: 'json' } }),
  fr: () => import('./fr.json', { with: { type: 'json' } }),
  it: () => import('./it.json', { with: { type: 'json' } }),
  ja: () => import('./ja.json', { with: { type: 'json' } }),
  ko: () => import('./ko.json', { with: { type: 'json' } }),
  pt: () => import('./pt.json', { with: { type: 'json' } }),
  ru: () => import('./ru.json', { with: { type: 'json' } }),
  tr: () => import('./tr.json', { with: { type: 'json' } }),
  ur: () => import('./ur.json', { with: { type: 'json' } }),
  zh: () => import('./zh.json', { with: { type: 'json' } }),
};

/** Loads the texts for the language of `locale` (BCP 47). English if there are none, or if they cannot be loaded. */
export async function loadMessages(locale: string): Promise<Messages> {
  const language = languageKey(locale);
  // A page may name `constructor` as its language.
  const load = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
  if (load === undefined) return english;
  return load().then(
    ({ default: messages }) => messages,
    () => english,
  );
}
