import type { Warning } from '../../client/wire.ts';
import type { ReactNode } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import type { Messages } from '../../messages/messages.ts';
import { plural, saidIn } from '../../messages/words.ts';
import { Icon, type IconName } from '../chrome/icon-button.tsx';
import { usePanel } from '../state/panel-context.ts';

/** What the panel says by itself, or what is of no use to readers. */
const SAID_ELSEWHERE = /^(?:model_\w+|statements_withheld|not_in_docs|corrected|budget|partial_context|scope_empty)$/u;

/** What must be known about an answer: that pages are quoted for a model that failed, what is held back, what went less than well. */
export function AnswerNotes({ exchange }: { readonly exchange: Exchange }): ReactNode {
  const { messages, config } = usePanel();
  const { state, fault, message, warnings, withheld } = exchange;
  const warned = warnings.map((warning) => warningText(messages, warning)).filter((text) => text !== '');
  const said = state === 'answered' ? saidIn(messages, message) : '';
  const notes: { readonly kind: string; readonly icon: IconName; readonly title: string; readonly text: string }[] = [];
  if (fault !== '') notes.push({ kind: 'fault', icon: 'quote', title: messages.quoted, text: said });
  else if (said !== '' && !warned.includes(said)) notes.push({ kind: 'said', icon: 'info', title: '', text: said });
  for (const text of warned) notes.push({ kind: 'warning', icon: 'warn', title: '', text });
  if (withheld > 0) {
    const text = plural(config.locale, withheld, messages.withheldOne, messages.withheldOther);
    notes.push({ kind: 'withheld', icon: 'hand', title: '', text });
  }
  if (notes.length === 0) return null;
  return (
    <ul className="ibid-notes">
      {notes.map(({ kind, icon, title, text }) => (
        <li key={`${kind} ${text}`} data-kind={kind}>
          <Icon name={icon} />
          <span dir="auto">
            {title !== '' && <strong>{title}</strong>}
            {text}
          </span>
        </li>
      ))}
    </ul>
  );
}

/**
 * A warning in the words of the panel; as the server put it when the code is not known; `''` for what readers are told in
 * another way.
 */
export function warningText(messages: Messages, { code, text }: Warning): string {
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
