/**
 * Reranks the first candidates by features of question and section:
 *
 *     score = 2 · fused + 0.85 · heading + 0.3 · title + 0.4 · beginning + 0.65 · pairs + quoted + 0.8 · defines + 0.8 · sides
 *           + 1.2 · entry + 0.4 · topic + 0.6 · named + 0.55 · list − formless − 0.4 · mute − 0.2 · past − 0.9 · internal − 0.6 · outdated
 *           + 2 · similarity (encoders only) + 4.5 − 0.5 for a version, and − 0.5 for a language, other than the default one
 *
 * The constant is greater than the sum of all deductions, so that no score is below 0: bundles of passages contain scores, and 0 marks a
 * passage as not ranked.
 *
 * The weights come from a listwise logistic model (softmax over the candidates of a question, ridge 0.003) on 708 questions over eighteen
 * documentation sites, then rounded; those of the legs in `fuse` were chosen with them. Tested with one site left out at a time, the
 * right section is first for 63 % of its questions and among the first five for 82 %. `defines`, `sides`, `entry`, `topic`, `named`, `quoted`, `formless`, `mute` and `outdated` apply to
 * few of the questions and were set by hand. Code, length, position in the page, the share of all words, quoted errors and decision trees did
 * not improve the result.
 *
 * Similarity counts only for embedders that know more words than those of the site, so that a section is found by its meaning. A space
 * fitted on the site adds nothing to the words (its vector legs are in the score already), and for other embedders the meaning of a
 * cosine was not measured. With the calibrated similarity of bge-small-en-v1.5, the right section is first for 70 % of the questions to six
 * sites (63 % without), and for 67 % (57 %) of those to three sites that nothing was fitted on; weights from 1.5 to 2.5 do about the same.
 */
import { readQuestion } from '../question/question-terms.ts';
import type { Evidence } from '../types/answer.ts';
import type { Calibration } from '../types/embedder.ts';
import type { Chunk } from '../types/chunk.ts';
import type { Edition } from '../types/page.ts';
import { sectionFeatures, type SectionFeatures } from './section-features.ts';

const FUSED = 2;
const WEIGHTS: SectionFeatures = {
  heading: 0.85,
  title: 0.3,
  beginning: 0.4,
  pairs: 0.65,
  quoted: 1,
  defines: 0.8,
  sides: 0.8,
  entry: 1.2,
  topic: 0.4,
  named: 0.6,
  list: 0.55,
  formless: -1,
  mute: -0.4,
  past: -0.2,
  internal: -0.9,
  outdated: -0.6,
};

const FEATURES = Object.keys(WEIGHTS) as readonly (keyof SectionFeatures)[];

/** Weight of the similarity by the measure of likeness. */
const SIMILARITY: Readonly<Record<Calibration['likeness'], number>> = { 'cosine-and-words': 0, cosine: 2 };

/** Number of best candidates that are read for reranking. */
export const RERANKED = 24;

const OTHER_EDITION = -0.5;
/** Greater than the sum of all deductions, 4.1. */
const LEAST = 4.5;

/**
 * Reranks, best first; ties keep their order. `section` is the amount added to twice the fused score. `edition` is the default if the
 * question names none.
 */
export function rerank<T extends { readonly chunk: Chunk; readonly score: number; readonly similarity: number }>(
  found: readonly T[],
  text: string,
  evidence: Pick<Evidence, 'idf' | 'unknownIdf' | 'likeness'>,
  edition: Partial<Edition> = {},
): (T & { readonly section: number })[] {
  const asked = readQuestion(text, evidence);
  const weight = evidence.likeness === undefined ? 0 : SIMILARITY[evidence.likeness];
  return found
    .map((hit) => {
      const features = sectionFeatures(hit.chunk, asked);
      let shared = 0;
      for (const name of FEATURES) shared += WEIGHTS[name] * features[name];
      const others = otherEditions(hit.chunk, edition, text);
      const section = LEAST + shared + OTHER_EDITION * others + weight * hit.similarity;
      return { ...hit, score: FUSED * hit.score + section, section };
    })
    .sort((a, b) => b.score - a.score);
}

function isOther(own: string, meant: string | undefined): boolean {
  return meant !== undefined && meant !== '' && own !== '' && own !== meant;
}

/** Number of ways the passage differs from the edition: 0, 1 or 2. A version named in the question does not differ. */
function otherEditions(chunk: Chunk, { locale, version }: Partial<Edition>, text: string): number {
  const isNamed = chunk.version !== '' && text.includes(chunk.version);
  const isOtherVersion = (isOther(chunk.version, version) && !isNamed) || isOfOtherFolder(chunk, text);
  return Number(isOther(chunk.locale, locale)) + Number(isOtherVersion);
}

const VERSIONS_NAMED = /\b(?:v|versions? )(\d+(?:\.\d+)*)/giu;
/** Without the "v" it may be a year. */
const VERSION_FOLDER = /\/v(\d+(?:\.\d+)*)(?:\.x)?\//iu;

/** True if the address of a page without a version has the number of one that the question does not name, as it names others: `/v1/install` for "version 2". */
function isOfOtherFolder({ version, url }: Chunk, text: string): boolean {
  const named = [...text.matchAll(VERSIONS_NAMED)].map(([, number]) => `${number}.`);
  const [, number] = VERSION_FOLDER.exec(url) ?? [];
  if (version !== '' || named.length === 0 || number === undefined) return false;
  return named.every((one) => !one.startsWith(`${number}.`) && !`${number}.`.startsWith(one));
}
