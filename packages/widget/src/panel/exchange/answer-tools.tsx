import { useLayoutEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { answerMarkdown } from '../../exchange/answer-markdown.ts';
import type { Feedback, FeedbackReason } from '../../exchange/exchange.ts';
import { ASK_LIMITS } from '../../exchange/request-of.ts';
import type { Messages } from '../../messages/en.ts';
import { CopyButton, IconButton } from '../chrome/icon-button.tsx';
import { Chip, isComposing } from '../compose/composer.tsx';
import { type ExchangeProps, usePanel } from '../state/panel-context.ts';

const REASONS: readonly (readonly [FeedbackReason, keyof Messages & `reason${string}`])[] = [
  ['wrong', 'reasonWrong'],
  ['incomplete', 'reasonIncomplete'],
  ['not-found', 'reasonNotFound'],
  ['outdated', 'reasonOutdated'],
  ['bad-source', 'reasonBadSource'],
  ['other', 'reasonOther'],
];

/** Buttons for an answer. Only a complete answer can be rated. */
export function AnswerTools({ exchange }: ExchangeProps): ReactNode {
  const { store, host, messages } = usePanel();
  const [isRating, setRating] = useState(false);
  const down = useRef<HTMLButtonElement>(null);
  const leave = (): void => {
    setRating(false);
    down.current?.focus();
  };
  const { id, state, statements, requestId, feedback } = exchange;
  const isComplete = state !== 'failed' && state !== 'stopped';
  const canRate = isComplete && requestId !== '';
  const isRated = feedback !== undefined && feedback.state !== 'failed';
  return (
    <>
      <div className="ibid-tools">
        {statements.length > 0 && (
          <CopyButton
            label={messages.copyAnswer}
            text={() => answerMarkdown(exchange, { hrefOf: host.hrefOf, here: location.href })}
          />
        )}
        {state !== 'failed' && <IconButton icon="again" label={messages.askAgain} onClick={() => store.retry(id)} />}
        {canRate && (
          <>
            <IconButton
              icon="up"
              label={messages.helpful}
              aria-pressed={feedback?.verdict === 'up'}
              onClick={() => {
                setRating(false);
                if (feedback?.verdict !== 'up' || !isRated) store.rate(id, 'up', [], '');
              }}
            />
            <IconButton
              ref={down}
              icon="up"
              className="ibid-down"
              label={messages.notHelpful}
              aria-pressed={feedback?.verdict === 'down'}
              aria-expanded={isRating}
              onClick={() => setRating(!isRating)}
            />
          </>
        )}
        {feedback !== undefined && !isRating && (
          <p className="ibid-feedback-state" data-state={feedback.state} role="status">
            {feedback.state === 'kept' ? (
              <button type="button" className="ibid-button" onClick={store.downloadFeedback}>
                {messages.feedbackKept}
              </button>
            ) : (
              { sending: messages.sending, sent: messages.thanks, failed: messages.feedbackFailed }[feedback.state]
            )}
          </p>
        )}
      </div>
      {canRate && isRating && (
        <FeedbackForm
          unsent={feedback?.state === 'failed' ? feedback : undefined}
          onSend={(reasons, note) => {
            store.rate(id, 'down', reasons, note);
            leave();
          }}
          onCancel={leave}
        />
      )}
    </>
  );
}

interface FeedbackFormProps {
  /** Feedback that could not be sent before. */
  readonly unsent: Feedback | undefined;
  readonly onSend: (reasons: readonly FeedbackReason[], note: string) => void;
  readonly onCancel: () => void;
}

/** Form for the reasons why an answer did not help. Everything in it is optional. */
function FeedbackForm({ unsent, onSend, onCancel }: FeedbackFormProps): ReactNode {
  const { messages } = usePanel();
  const [reasons, setReasons] = useState<readonly FeedbackReason[]>(unsent?.reasons ?? []);
  const [note, setNote] = useState(unsent?.note ?? '');
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
    form.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    // Closes only the form, not the panel.
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
        <div className="ibid-chips">
          {REASONS.map(([reason, name]) => (
            <Chip
              key={reason}
              role="checkbox"
              isOn={reasons.includes(reason)}
              label={messages[name]}
              onToggle={() =>
                setReasons(reasons.includes(reason) ? reasons.filter((one) => one !== reason) : [...reasons, reason])
              }
            />
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
