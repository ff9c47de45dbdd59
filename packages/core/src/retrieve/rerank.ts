/**
 * Orders the first candidates anew by what question and section have in common:
 *
 *     score = fused + 0.65 · heading + 0.9 · all + 0.4 · beginning + 0.7 · pairs + 0.5 · message + 1.2 · subject
 *           + 0.1 · opens + 0.35 · topic + 0.35 · code + 0.5 · list − 0.5 · mute − 0.5 · formless
 *           − 0.5 · past + 1.35 · similarity, of an encoder alone, + 2.5
 *           − 0.5 for another version, and 0.5 for another language, than those that readers mean who name none
 *
 * The constant is all that can be taken away, so that no score is below 0: a bundle of passages carries them, and 0 says of a passage that it
 * was not ranked.
 *
 * The weights come from a listwise logistic model (softmax over the candidates of a question, ridge 0.05) on questions over six documentation
 * sites and, with less weight, of four other collections, then rounded. With one site left out at a time, the right section comes first for 59 %
 * of the questions of that site, instead of 52 %, and stands among the first five for 83 % instead of 79 %.
 *
 * The similarity counts where the embedder knows more words than those of the site, so that a section is found by what it means: a space fitted
 * on the site adds nothing to the words (nor to the score, whose vector legs it is in), and of other embedders nobody has measured what a
 * cosine means. Its weight comes from the same model over the questions of eight sites, five that the other weights were fitted on and
 * three that they were not: 67 % → 73 % and 49 % → 52 % first with each site left out. Fitting all weights anew with it gained nothing.
 */
import { analyseQuestion } from '../question/analyse-question.ts';
import { questionTerms } from '../question/question-terms.ts';
import type { Evidence } from '../types/answer.ts';
import type { Calibration } from '../types/calibration.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Edition } from '../types/page.ts';
import { sectionFeatures, type SectionFeatures } from './section-features.ts';

const WEIGHTS: SectionFeatures = {
  heading: 0.65,
  all: 0.9,
  beginning: 0.4,
  pairs: 0.7,
  message: 0.5,
  subject: 1.2,
  opens: 0.1,
  topic: 0.35,
  code: 0.35,
  mute: -0.5,
  formless: -0.5,
  list: 0.5,
  past: -0.5,
};

/** Weight of the similarity by what it rests on. */
const SIMILARITY: Readonly<Record<Calibration['likeness'], number>> = { 'cosine-and-words': 0, cosine: 1.35 };

/** How many of the best candidates are read for it. */
export const RERANKED = 24;

const OTHER_EDITION = -0.5;
/** What a formless passage of code on a page of changes in another language and version loses. */
const LEAST = 2.5;

/** Best first; ties keep their order. `section` is what was added to the fused score. `edition` is what is meant where the question does not say. */
export function rerank<T extends { readonly chunk: Chunk; readonly score: number; readonly similarity: number }>(
  found: readonly T[],
  text: string,
  evidence: Pick<Evidence, 'idf' | 'unknownIdf' | 'likeness'>,
  edition: Partial<Edition> = {},
): (T & { readonly section: number })[] {
  const analysis = analyseQuestion(text);
  const terms = questionTerms(text, analysis, evidence);
  const weight = evidence.likeness === undefined ? 0 : SIMILARITY[evidence.likeness];
  return found
    .map((hit) => {
      const others = otherEditions(hit.chunk, edition, text);
      const shared = bonus(sectionFeatures(hit.chunk, { terms, analysis }));
      const section = LEAST + shared + OTHER_EDITION * others + weight * hit.similarity;
      return { ...hit, score: hit.score + section, section };
    })
    .sort((a, b) => b.score - a.score);
}

function bonus(features: SectionFeatures): number {
  let sum = 0;
  for (const name of Object.keys(WEIGHTS) as (keyof SectionFeatures)[]) sum += WEIGHTS[name] * features[name];
  return sum;
}

function isOther(own: string, meant: string | undefined): boolean {
  return meant !== undefined && meant !== '' && own !== '' && own !== meant;
}

/** In how many ways the passage is of another edition: 0, 1 or 2. A version that the question names is meant. */
function otherEditions(chunk: Chunk, { locale, version }: Partial<Edition>, text: string): number {
  const isNamed = chunk.version !== '' && text.includes(chunk.version);
  return Number(isOther(chunk.locale, locale)) + Number(isOther(chunk.version, version) && !isNamed);
}
