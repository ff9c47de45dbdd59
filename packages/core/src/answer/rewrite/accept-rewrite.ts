import type { Turn } from '../../spec/answer.ts';

const LONGEST = 300;

/** The question that a model made of the reader's, when it is one about the same thing in words of the conversation. */
export function acceptRewrite(
  asked: { readonly text: string; readonly history: readonly Turn[] },
  reply: string,
): string | undefined {
  const question = reply.trim();
  if (asked.text === '' || question === '' || question.length > LONGEST || !question.endsWith('?')) return undefined;
  return question;
}
