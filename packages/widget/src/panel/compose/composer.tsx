import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { HostPage, PageContext } from '../../config/index.ts';
import { ASK_LIMITS } from '../../exchange/request-of.ts';
import { fill, inDigits } from '../../messages/words.ts';
import { sameValue } from '../answer/references.ts';
import { Icon, IconButton } from '../chrome/icon-button.tsx';
import { usePanel, useStore } from '../state/panel-context.ts';
import { focusIn } from '../state/use-focus.ts';
import { ScopeChips } from './scope-chips.tsx';

/** The counter is shown from this number of characters on. */
const NEARLY = 1800;

let isBrowsers: boolean | undefined;

/** The passage sent with the next question, with a switch to answer from it only. */
function SelectionChip(): ReactNode {
  const { store, messages, config } = usePanel();
  const selection = useStore(store, ({ scope }) => scope.selection);
  const isOnly = useStore(store, ({ scope }) => scope.onlySelection);
  if (selection === undefined) return null;
  return (
    <div className="ibid-passage" role="group" aria-label={fill(messages.passageFrom, { place: selection.place })}>
      <p className="ibid-passage-place" dir="auto">
        {selection.place}
      </p>
      <blockquote key={selection.text} className="ibid-passage-text" dir="auto" tabIndex={0}>
        {selection.text}
      </blockquote>
      {selection.total !== undefined && (
        <p className="ibid-passage-cut">
          {fill(messages.passageCut, {
            count: inDigits(config.locale, selection.text.length),
            total: inDigits(config.locale, selection.total),
          })}
        </p>
      )}
      <button
        type="button"
        role="switch"
        aria-checked={isOnly}
        className="ibid-switch"
        onClick={() => store.setScope({ onlySelection: !isOnly })}
      >
        <span className="ibid-switch-track" aria-hidden="true" />
        {messages.onlyPassage}
      </button>
      <IconButton
        icon="close"
        className="ibid-passage-remove"
        label={messages.removePassage}
        onClick={() => store.detach()}
      />
    </div>
  );
}

/** Input for questions, with their scope. */
export function Composer(): ReactNode {
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
}

/** Makes a text field as high as its text; the style sheet limits it. Browsers that do this by themselves are left alone. */
function fitHeight(field: HTMLTextAreaElement): void {
  isBrowsers ??= CSS.supports('field-sizing', 'content');
  if (isBrowsers) return;
  field.style.height = 'auto';
  field.style.height = `${field.scrollHeight}px`;
}

/** Place of the reader, and a function to update it: the section changes with scrolling, which triggers no event. */
function usePageContext(host: HostPage): readonly [PageContext, () => void] {
  const [context, setContext] = useState(() => host.current());
  const refresh = useCallback(() => {
    setContext((before) => {
      const now = host.current();
      return sameValue(before, now) ? before : now;
    });
  }, [host]);
  useEffect(() => host.onNavigate(refresh), [host, refresh]);
  return [context, refresh];
}

/** True if the key is part of a word being composed, as in Japanese. For the last key, Safari reports this only by an old key code. */
export function isComposing({ nativeEvent }: { readonly nativeEvent: globalThis.KeyboardEvent }): boolean {
  // eslint-disable-next-line typescript/no-deprecated -- there is nothing else in that browser
  return nativeEvent.isComposing || nativeEvent.keyCode === 229;
}
