import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { ASK_LIMITS } from '../../exchange/ask-limits.ts';
import type { Feedback, FeedbackReason } from '../../exchange/exchange.ts';
import type { Messages } from '../../messages/messages.ts';
import { isComposing } from '../state/is-composing.ts';
import { usePanel } from '../state/panel-context.ts';

const REASONS: readonly (readonly [FeedbackReason, keyof Messages & `reason${string}`])[] = [
  ['wrong', 'reasonWrong'],
  ['incomplete', 'reasonIncomplete'],
  ['not-found', 'reasonNotFound'],
  ['outdated', 'reasonOutdated'],
  ['bad-source', 'reasonBadSource'],
  ['other', 'reasonOther'],
];

interface FeedbackFormProps {
  /** What could not be sent before. */
  readonly unsent: Feedback | undefined;
  readonly onSend: (reasons: readonly FeedbackReason[], note: string) => void;
  readonly onCancel: () => void;
}

/** Why an answer did not help. Everything in it may be left out. */
export function FeedbackForm({ unsent, onSend, onCancel }: FeedbackFormProps): ReactNode {
  const { messages } = usePanel();
  const [reasons, setReasons] = useState<readonly FeedbackReason[]>(unsent?.reasons ?? []);
  const [note, setNote] = useState(unsent?.note ?? '');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    // Only the form is left, not the panel.
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };
  return (
    <form
      ref={form}
      className="ibid-feedback"
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onSend(reasons, note);
      }}
    >
      <fieldset>
        <legend>{messages.feedbackTitle}</legend>
        <div className="ibid-reasons">
          {REASONS.map(([reason, name]) => (
            <label key={reason}>
              <input
                type="checkbox"
                checked={reasons.includes(reason)}
                onChange={({ target }) =>
                  setReasons(target.checked ? [...reasons, reason] : reasons.filter((one) => one !== reason))
                }
              />
              {messages[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <label htmlFor={id}>{messages.note}</label>
      <textarea
        id={id}
        rows={2}
        dir="auto"
        maxLength={ASK_LIMITS.note}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="ibid-actions">
        <button type="submit" className="ibid-button ibid-primary">
          {messages.sendFeedback}
        </button>
        <button type="button" className="ibid-button" onClick={onCancel}>
          {messages.cancel}
        </button>
      </div>
    </form>
  );
}
