import type { Brief, Passage } from '../../spec/answer.ts';
import { withLead } from '../../chunk/with-lead.ts';
import { dataLine } from './data-line.ts';
import { historyLines } from './history-lines.ts';
import { sourceLine } from './source-line.ts';

/** Of a selection only what the reader marked, else the passage with the header row of its table. */
function passageLine({ label, chunk, window }: Passage): string {
  const { title, heading, lead, text } = chunk;
  if (window === undefined) return sourceLine(label, { title, heading, text: withLead(lead, text) });
  return sourceLine(label, { title, heading, text: text.slice(window.start, window.end), selected: true });
}

function section(heading: string, lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${heading}\n${lines.join('\n')}\n\n`;
}

/**
 * The message that a model answers: sources, what was said before, and the question last, each as lines of JSON below a fixed
 * heading. Equal briefs give equal bytes.
 */
export function answerInput({ question, passages }: Pick<Brief, 'question' | 'passages'>): string {
  const sources = section('SOURCES', passages.map(passageLine));
  const history = section('HISTORY', historyLines(question.history));
  return `${sources}${history}QUESTION\n${dataLine({ question: question.text })}`;
}
