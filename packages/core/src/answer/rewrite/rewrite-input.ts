import type { Turn } from '../../spec/answer.ts';
import { dataLine } from '../prompt/data-line.ts';
import { historyLines } from '../prompt/history-lines.ts';

/** The message for a model that makes a question stand alone. Equal conversations give equal bytes. */
export function rewriteInput(asked: { readonly text: string; readonly history: readonly Turn[] }): string {
  const lines = historyLines(asked.history);
  const history = lines.length === 0 ? '' : `HISTORY\n${lines.join('\n')}\n\n`;
  return `${history}QUESTION\n${dataLine({ question: asked.text })}`;
}
