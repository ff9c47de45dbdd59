import type { Answer } from '@ibid/core';
import { answerText } from './answer-text.ts';
import { footnoteNumbers } from './footnote-numbers.ts';
import { outcomeMessage } from './outcome-message.ts';
import { hrefTo } from './text-fragment.ts';

/**
 * An answer as one text, for vocabularies that have nothing but a text: the statements with footnote numbers; without an
 * answer, the sentence that says so and the nearest sections (R11, R13). Never empty.
 */
export function shownText(answer: Answer, footnotesBy: 'quote' | 'chunk'): string {
  if (answer.outcome === 'answered')
    return answerText(answer.statements, footnoteNumbers(answer.citations, footnotesBy));
  const nearest = answer.outcome === 'refused' ? [] : answer.nearest;
  const message = outcomeMessage(answer);
  if (nearest.length === 0) return message;
  const lines = nearest.map((link) => {
    const name = link.heading === link.title ? link.title : `${link.title} › ${link.heading}`;
    return `- ${name.replace(/\s+/gu, ' ')}: ${hrefTo(link)}`;
  });
  return [message, '', ...lines].join('\n');
}
