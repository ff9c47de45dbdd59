import type { LauncherMessages } from '../launcher/launcher-handle.ts';

/** Of the panel's own words those for the launcher, for "Ask about this", and for trying again; every page loads them. */
const WORDS: Readonly<Record<string, readonly [string, string, string] | null>> = {
  // A page may name `constructor` as its language.
  __proto__: null,
  en: ['Ask', 'Ask about this', 'Try again'],
  de: ['Fragen', 'Dazu fragen', 'Noch einmal versuchen'],
  es: ['Preguntar', 'Preguntar sobre esto', 'Reintentar'],
  fr: ['Demander', 'Poser une question là-dessus', 'Réessayer'],
  ur: ['پوچھیں', 'اس کے بارے میں پوچھیں', 'دوبارہ کوشش کریں'],
};

/** In the language of `locale` (BCP 47), else English. That something failed is said by a sign that all languages have. */
export function launcherWords(locale: string): LauncherMessages {
  const [launcher, askAboutThis, retry] = WORDS[locale.toLowerCase().split(/[-_]/u)[0]!] ?? WORDS['en']!;
  return { launcher, askAboutThis, failUnreachable: '⚠', retry };
}
