import type { KeyboardEvent, ReactNode, NamedExoticComponent } from 'react';
import { useCallback, useEffect, useId, useRef, useState, memo } from 'react';
import type { HostPage, PageContext } from '../../config/index.ts';
import { ASK_LIMITS } from '../../exchange/request-of.ts';
import type { Messages } from '../../messages/en.ts';
import { fill, inDigits } from '../../messages/words.ts';
import { sameValue } from '../answer/references.ts';
import { Icon, IconButton } from '../chrome/icon-button.tsx';
import { usePanel, useStore } from '../state/panel-context.ts';
import { focusIn } from '../state/use-dialog.ts';

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
      <Chip
        role="switch"
        isOn={isOnly}
        label={messages.onlyPassage}
        onToggle={() => store.setScope({ onlySelection: !isOnly })}
      />
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
          <IconButton
            key="stop"
            icon="stop"
            className="ibid-send"
            label={messages.stop}
            onClick={() => {
              store.stop();
              const panel = field.current?.closest('dialog');
              if (panel) focusIn(panel);
            }}
          />
        ) : (
          <IconButton
            key="send"
            type="submit"
            icon="send"
            className="ibid-send"
            label={messages.send}
            aria-disabled={length === 0 || isTooLong}
          />
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

/**
 * Switches for the scope of the next question: page, section of a chosen page, version, and language if the page has others. A
 * chosen page stays chosen when the reader goes to another page, and is then shown by name.
 */
export const ScopeChips: NamedExoticComponent<{ readonly context: PageContext }> = memo(function ScopeChips({
  context,
}): ReactNode {
  const { store, host, messages, config } = usePanel();
  const scope = useStore(store, (state) => state.scope);
  // A restriction that was removed can be added again, even on another page.
  const [offered] = useState({ locale: scope.locale, version: scope.version });
  // A chosen page keeps the version and language it had when chosen, whatever page is open now.
  const read = useRef(context);
  if (scope.page === undefined || scope.page.url === context.url) read.current = context;
  const version = scope.version || read.current.version || offered.version;
  const locale = scope.locale || read.current.locale || offered.locale;
  const hasLanguages = document.querySelector('link[hreflang]') !== null;
  const here = { url: context.url, title: context.title };
  const section = scope.section ?? context.section;

  return (
    <div className="ibid-chips" role="group" aria-label={messages.scope}>
      {(context.url !== '' || scope.page !== undefined) && (
        <Chip
          isOn={scope.page !== undefined}
          label={scope.page === undefined ? messages.thisPage : fill(messages.page, { title: scope.page.title })}
          onToggle={() =>
            store.setScope(scope.page === undefined ? { page: here } : { page: undefined, section: undefined })
          }
        />
      )}
      {section !== undefined && scope.page !== undefined && (
        <Chip
          isOn={scope.section !== undefined}
          label={
            scope.section === undefined ? messages.thisSection : fill(messages.section, { title: scope.section.title })
          }
          onToggle={() =>
            store.setScope(
              scope.section === undefined ? { page: here, section: context.section } : { section: undefined },
            )
          }
        />
      )}
      {version !== '' && (
        <Chip
          isOn={scope.version !== ''}
          label={scope.version === '' ? messages.allVersions : versionLabel(messages, host, version)}
          onToggle={() => store.setScope({ version: scope.version === '' ? version : '' })}
        />
      )}
      {locale !== '' && (hasLanguages || scope.locale === '') && (
        <Chip
          isOn={scope.locale !== ''}
          label={scope.locale === '' ? messages.allLanguages : languageName(locale, config.locale)}
          onToggle={() => store.setScope({ locale: scope.locale === '' ? locale : '' })}
        />
      )}
    </div>
  );
});

interface ChipProps {
  /** @default that of a button */
  readonly role?: 'switch' | 'checkbox';
  readonly isOn: boolean;
  readonly label: string;
  readonly onToggle: () => void;
}

/** A choice that is on or off. */
export function Chip({ role, isOn, label, onToggle }: ChipProps): ReactNode {
  const state = role === undefined ? { 'aria-pressed': isOn } : { role, 'aria-checked': isOn };
  return (
    <button type="button" className="ibid-chip" {...state} title={label} dir="auto" onClick={onToggle}>
      {isOn && <Icon name="check" />}
      <span>{label}</span>
    </button>
  );
}

/**
 * Name of a language in the panel's language, with a capital letter if its script has capitals; the tag itself if unknown. The
 * region is left out: for readers, pages in `en-US` are in English.
 */
function languageName(tag: string, locale: string): string {
  try {
    const { language, script = '' } = new Intl.Locale(tag);
    const spoken = script === '' ? language : `${language}-${script}`;
    const name = new Intl.DisplayNames([locale === '' ? 'en' : locale], { type: 'language' }).of(spoken) ?? tag;
    return name.slice(0, 1).toLocaleUpperCase(locale === '' ? 'en' : locale) + name.slice(1);
  } catch {
    return tag;
  }
}

/** Label such as `Version 2.0`, in the panel's language and with the site's name for the version. */
export function versionLabel(messages: Messages, host: HostPage, version: string): string {
  return fill(messages.version, { version: host.versionName?.(version) ?? version });
}
