import type { AskedQuestion } from '../corpus/write-corpus.ts';

/** Share of the questions whose page is among the hits: shows that a fast search still finds something. */
export async function foundShare(
  questions: readonly AskedQuestion[],
  urlsFor: (question: AskedQuestion) => Promise<readonly string[]>,
): Promise<number> {
  let found = 0;
  for (const question of questions) if ((await urlsFor(question)).includes(question.url)) found += 1;
  return found / Math.max(1, questions.length);
}
