import type { AskedQuestion } from '../corpus/write-corpus.ts';

const LOOKED_AT = 50;

/** Share of the first questions whose page is among the hits. Shows that a fast search still finds something. */
export async function foundShare(
  questions: readonly AskedQuestion[],
  urlsFor: (question: AskedQuestion) => Promise<readonly string[]>,
): Promise<number> {
  let found = 0;
  const some = questions.slice(0, LOOKED_AT);
  for (const question of some) if ((await urlsFor(question)).includes(question.url)) found += 1;
  return found / Math.max(1, some.length);
}
