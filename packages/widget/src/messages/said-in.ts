import type { Messages } from './messages.ts';

/** What the server said, in the language of the panel as far as its sentences are known; the rest stays as it came. */
export function saidIn(messages: Messages, text: string): string {
  return Object.entries(messages.said).reduce((all, [sentence, own]) => all.replace(sentence, () => own), text);
}
