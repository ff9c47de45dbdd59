import { useRef, useState, type ReactNode } from 'react';
import { answerMarkdown } from '../../exchange/answer-markdown.ts';
import type { Exchange } from '../../exchange/exchange.ts';
import { CopyButton } from '../chrome/copy-button.tsx';
import { IconButton } from '../chrome/icon-button.tsx';
import { usePanel } from '../state/panel-context.ts';
import { FeedbackForm } from './feedback-form.tsx';

/** What can be done with an answer. Rated is only what is complete. */
export function AnswerTools({ exchange }: { readonly exchange: Exchange }): ReactNode {
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
          <CopyButton label={messages.copyAnswer} text={() => answerMarkdown(exchange, host.hrefOf)} />
        )}
        {state !== 'failed' && <IconButton icon="again" label={messages.askAgain} onClick={() => store.retry(id)} />}
        {canRate && (
          <span className="ibid-rating">
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
          </span>
        )}
        {feedback !== undefined && !isRating && (
          <p className="ibid-feedback-state" data-state={feedback.state} role="status">
            {{ sending: messages.sending, sent: messages.thanks, failed: messages.feedbackFailed }[feedback.state]}
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
