import type { Messages } from './messages.ts';
import { messages as english } from './en.ts';

interface Language {
  readonly messages: Messages;
}

const LANGUAGES: Readonly<Record<string, () => Promise<Language>>> = {
  de: () => import('./de.ts'),
  es: () => import('./es.ts'),
  fr: () => import('./fr.ts'),
  ur: () => import('./ur.ts'),
};

/** Words of `locale` (BCP 47), else of its language, else English. English too when they cannot be loaded. */
export async function loadMessages(locale: string): Promise<Messages> {
  const language = locale.toLowerCase().split(/[-_]/u)[0] ?? '';
  // A page may name `constructor` as its language.
  const load = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
  if (load === undefined) return english;
  return load().then(
    ({ messages }) => messages,
    () => english,
  );
}
