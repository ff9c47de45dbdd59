import type { ReactNode } from 'react';
import type { Exchange } from '../../exchange/exchange.ts';
import { plural } from '../../messages/plural.ts';
import { saidIn } from '../../messages/said-in.ts';
import { Icon, type IconName } from '../chrome/icon.tsx';
import { usePanel } from '../state/panel-context.ts';
import { warningText } from './warning-text.ts';

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
