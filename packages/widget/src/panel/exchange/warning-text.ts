import type { Messages } from '../../messages/messages.ts';

/** What the panel says by itself, or what is of no use to readers. */
const SAID_ELSEWHERE = /^(?:model_|statements_withheld|not_in_docs|budget|partial_context|scope_empty)/u;

/**
 * A warning `code: text` in the words of the panel; as the server put it when the code is not known; `''` for what readers are told in
 * another way.
 */
export function warningText(messages: Messages, warning: string): string {
  const [, code = '', text = warning] = /^([\w-]+):\s*(.*)$/su.exec(warning) ?? [];
  if (SAID_ELSEWHERE.test(code)) return '';
  const own: Readonly<Record<string, string>> = {
    code_cut: messages.warnCodeCut,
    contradiction: messages.warnContradiction,
    selection_cut: messages.warnSelectionCut,
    selection_not_located: messages.warnSelectionNotLocated,
    vector_leg_missing: messages.warnByWordsAlone,
  };
  if (Object.hasOwn(own, code)) return own[code]!;
  const [first = ''] = text;
  return text === '' ? '' : `${first.toUpperCase()}${text.slice(first.length)}${/[.!?…]$/u.test(text) ? '' : '.'}`;
}
