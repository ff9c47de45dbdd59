import { asSentence } from './as-sentence.ts';

/** A warning as people read it: without its code, as a sentence. */
export function warningSentence(warning: string): string {
  return asSentence(warning.replace(/^[\w-]+: /u, ''));
}
