import type { LauncherMessages } from '../launcher/launcher-handle.ts';

/** Launcher, "Ask about this", and what is said when the panel cannot be had; as in the panel's own words, of which every page loads only these. */
const WORDS: Readonly<Record<string, readonly [string, string, string, string]>> = {
  en: ['Ask', 'Ask about this', 'The service could not be reached. The question is kept.', 'Try again'],
  de: ['Fragen', 'Dazu fragen', 'Der Dienst ist nicht zu erreichen. Die Frage bleibt stehen.', 'Noch einmal versuchen'],
  es: [
    'Preguntar',
    'Preguntar sobre esto',
    'No se pudo contactar con el servicio. La pregunta se conserva.',
    'Reintentar',
  ],
  fr: ['Demander', 'Poser une question là-dessus', 'Le service est injoignable. La question est gardée.', 'Réessayer'],
  ur: ['پوچھیں', 'اس کے بارے میں پوچھیں', 'سروس سے رابطہ نہیں ہو سکا۔ آپ کا سوال محفوظ ہے۔', 'دوبارہ کوشش کریں'],
};

/** In the language of `locale` (BCP 47), else English. */
export function launcherWords(locale: string): LauncherMessages {
  const language = locale.toLowerCase().split(/[-_]/u)[0]!;
  const [launcher, askAboutThis, failUnreachable, retry] = WORDS[language] ?? WORDS['en']!;
  return { launcher, askAboutThis, failUnreachable, retry };
}
