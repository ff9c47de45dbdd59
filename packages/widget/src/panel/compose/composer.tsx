import { memo, useEffect, useId, useRef, type KeyboardEvent, type NamedExoticComponent, type ReactNode } from 'react';
import { ASK_LIMITS } from '../../exchange/ask-limits.ts';
import { fill } from '../../messages/fill.ts';
import { inDigits } from '../../messages/in-digits.ts';
import { Icon } from '../chrome/icon.tsx';
import { focusIn } from '../focus-in.ts';
import { isComposing } from '../state/is-composing.ts';
import { usePanel } from '../state/panel-context.ts';
import { usePageContext } from '../state/use-page-context.ts';
import { useStore } from '../state/use-store.ts';
import { ScopeChips } from './scope-chips.tsx';
import { SelectionChip } from './selection-chip.tsx';
import { fitHeight } from './fit-height.ts';

/** The counter is shown from here on. */
const NEARLY = 1800;

/** Where questions are written, and what they are restricted to. */
export const Composer: NamedExoticComponent<object> = memo(function Composer(): ReactNode {
  const { store, host, messages, config } = usePanel();
  const draft = useStore(store, (state) => state.draft);
  const isRunning = useStore(store, (state) => state.running !== undefined);
  const [context, refresh] = usePageContext(host);
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();

  useEffect(() => {
    if (field.current !== null) fitHeight(field.current);
  }, [draft]);

  const length = [...draft.trim()].length;
  const isTooLong = length > ASK_LIMITS.query;
  const ask = (): void => {
    if (length === 0 || isTooLong) return;
    store.ask(draft);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event)) return;
    event.preventDefault();
    ask();
  };
  const digits = (value: number): string => inDigits(config.locale, value);

  return (
    <form
      className="ibid-composer"
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
      onFocus={refresh}
      onPointerEnter={refresh}
    >
      <SelectionChip />
      <ScopeChips context={context} />
      <div className="ibid-field">
        <label className="ibid-hidden" htmlFor={id}>
          {messages.question}
        </label>
        <textarea
          id={id}
          ref={field}
          rows={1}
          dir={draft === '' ? undefined : 'auto'}
          value={draft}
          placeholder={messages.placeholder}
          enterKeyHint="send"
          aria-describedby={`${id}-hint ${id}-count`}
          aria-invalid={isTooLong || undefined}
          data-ibid-focus="fine"
          onChange={({ target }) => store.setDraft(target.value)}
          onKeyDown={onKeyDown}
        />
        {isRunning ? (
          <button
            key="stop"
            type="button"
            className="ibid-send"
            aria-label={messages.stop}
            title={messages.stop}
            onClick={() => {
              store.stop();
              const panel = field.current?.closest('dialog');
              if (panel) focusIn(panel);
            }}
          >
            <Icon name="stop" />
          </button>
        ) : (
          <button
            key="send"
            type="submit"
            className="ibid-send"
            aria-label={messages.send}
            title={messages.send}
            aria-disabled={length === 0 || isTooLong}
          >
            <Icon name="send" />
          </button>
        )}
      </div>
      <p className="ibid-hidden" id={`${id}-hint`}>
        {messages.hint}
      </p>
      <p className="ibid-counter" id={`${id}-count`} data-over={isTooLong || undefined} hidden={length < NEARLY}>
        {length < NEARLY
          ? ''
          : `${fill(messages.counter, { count: digits(length), limit: digits(ASK_LIMITS.query) })}${
              isTooLong ? ` – ${fill(messages.tooLong, { limit: digits(ASK_LIMITS.query) })}` : ''
            }`}
      </p>
    </form>
  );
});
