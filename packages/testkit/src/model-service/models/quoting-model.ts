import type { ModelScript } from '../scripted-reply.ts';
import { bestSentences } from './best-sentences.ts';
import { readSources } from './read-sources.ts';

export interface QuotingModelOptions {
  /** Leaves out brackets and opening words such as `However,` that carry nothing. @default false */
  readonly paraphrases?: boolean;
  /** @default 3 */
  readonly sentences?: number;
}

/** What a model writes when the sources do not answer. */
export const NOTHING_FOUND = 'NOT_IN_SOURCES';

/**
 * A model that does as it was told: a few sentences of the source that fits the question best, each with its label; the agreed
 * word where no source shares a word with the question.
 */
export function quotingModel({ paraphrases = false, sentences = 3 }: QuotingModelOptions = {}): ModelScript {
  return (call) => {
    const { question, sources } = readSources(call);
    const said = bestSentences(question, sources, sentences).map(
      ({ label, text }) => `${paraphrases ? paraphrased(text) : text} [${label}]`,
    );
    return { kind: 'text', text: said.length === 0 ? NOTHING_FOUND : said.join(' ') };
  };
}

function paraphrased(sentence: string): string {
  const shorter = sentence
    .replace(/^(?:However|Also|Moreover|Furthermore|In addition|For example|In other words|Note that),? /u, '')
    .replaceAll(/ \([^()]*\)/gu, '');
  return shorter.charAt(0).toUpperCase() + shorter.slice(1);
}
