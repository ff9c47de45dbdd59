import { useEffect, useState, type ReactNode } from 'react';
import type { Failure, FailureKind } from '@ibid/client';
import type { Messages } from '../../messages/en.ts';
import { fill, inDigits } from '../../messages/words.ts';
import { Icon, type IconName } from '../chrome/icon-button.tsx';
import { type ExchangeProps, usePanel } from '../state/panel-context.ts';

const KINDS: Readonly<Record<FailureKind, readonly [IconName, keyof Messages & `fail${string}`]>> = {
  offline: ['offline', 'failOffline'],
  unreachable: ['offline', 'failUnreachable'],
  'rate-limited': ['clock', 'failRateLimited'],
  unavailable: ['warn', 'failUnavailable'],
  invalid: ['warn', 'failInvalid'],
  timeout: ['clock', 'failTimeout'],
  cut: ['warn', 'failCut'],
  missing: ['offline', 'failMissing'],
  error: ['warn', 'failError'],
};

interface FailureNoteProps extends ExchangeProps {
  readonly failure: Failure;
  /** True if it failed while the reader was watching; older failures are not announced. */
  readonly isNews: boolean;
}

/** Explains why an answer is missing or incomplete, with a button to try again. The question stays above. */
export function FailureNote({ exchange, failure, isNews }: FailureNoteProps): ReactNode {
  const { store, messages, config } = usePanel();
  const left = useCountdown(isNews ? Date.now() : exchange.askedAt, failure.retryAfter);
  const [icon, name] = KINDS[failure.kind];
  const isWaiting = left > 0;
  const isPartial = exchange.statements.length > 0;
  return (
    <div className="ibid-failure" data-kind={failure.kind}>
      <div className="ibid-failure-text" role={isNews ? 'alert' : undefined}>
        <Icon name={icon} />
        <div>
          {isPartial && <strong className="ibid-badge">{messages.incomplete}</strong>}
          <p>{messages[failure.kind === 'cut' && !isPartial ? 'failCutEmpty' : name]}</p>
          {failure.kind === 'invalid' && failure.message !== '' && <p dir="auto">{failure.message}</p>}
          {failure.kind === 'error' && failure.requestId !== '' && (
            <p className="ibid-failure-id">{fill(messages.reference, { id: failure.requestId })}</p>
          )}
        </div>
      </div>
      <button
        type="button"
        className="ibid-button"
        aria-disabled={isWaiting}
        onClick={() => {
          if (!isWaiting) store.retry(exchange.id);
        }}
      >
        <Icon name={isWaiting ? 'clock' : 'again'} />
        {isWaiting ? fill(messages.retryIn, { seconds: duration(left, config.locale) }) : messages.retry}
      </button>
    </div>
  );
}

/** Formats seconds, from 100 on as minutes, with the unit of the language. */
export function duration(seconds: number, locale: string): string {
  return seconds < 100 ? inDigits(locale, seconds, 'second') : inDigits(locale, Math.ceil(seconds / 60), 'minute');
}

/** Whole seconds left of `seconds` since `from` (milliseconds since 1970), both as at the first render; 0 when the time is over. */
function useCountdown(from: number, seconds: number): number {
  const [end] = useState(from + seconds * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  return left;
}
