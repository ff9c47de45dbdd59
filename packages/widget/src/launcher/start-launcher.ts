import type { HostPage, OpenRequest, WidgetConfig } from '../config/index.ts';
import type { Messages } from '../messages/en.ts';
import type { PanelHandle, PanelModule } from '../panel/mount-panel.tsx';
import type { SearchModule } from '../search/mount-search.ts';
import { element, icon } from '../page/draw.ts';
import { type MarkedPassage, markedPassage, selectionButton } from './selection-button.ts';

/** Maximum length of a question, as for the service. */
const MOST_CHARACTERS = 2000;

/**
 * Adds the button to the page and listens for everything that opens the panel: the button, the shortcut, `[data-ibid-open]` (its
 * value fills the composer; with `data-ibid-ask` it is asked immediately), `?ask=`, and "Ask about this". Nothing is requested
 * before one of these is used, or before the pointer or the focus reaches the button. Call it once per root.
 */
export function startLauncher(options: LauncherOptions): LauncherHandle {
  const { root, config, host, messages } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const shortcut = parseShortcut(config.shortcut);
  /** In the session's storage while the panel is open. */
  const openKey = `${config.storageKey}:open`;
  const { box, button, ask, notice, retry } = launcherElements(config, messages, shortcut?.aria);
  const mountPanel = async (module: PanelModule): Promise<PanelHandle> => {
    const handle = await module.mountPanel(options);
    handle.onToggle(() => toggled(handle));
    return handle;
  };
  const panel = lazyPart(options.loadPanel, mountPanel, signal);
  const search = lazyPart(options.loadSearch, (module) => module.mountSearch(options), signal);
  const searchKeys = parseShortcut(config.searchShortcut);

  /** Set when the button that calls it is shown. */
  let again: () => void;

  function toggled(handle: PanelHandle): void {
    if (signal.aborted) return;
    const isOpen = handle.isOpen();
    try {
      if (isOpen) sessionStorage.setItem(openKey, '1');
      else sessionStorage.removeItem(openKey);
    } catch {
      // Blocked: then the panel stays closed after a reload.
    }
    button.ariaExpanded = String(isOpen);
    // The open panel covers the button, so the Tab key skips it; the focus can still return to it.
    button.tabIndex = isOpen ? -1 : 0;
    box.toggleAttribute('data-open', isOpen);
  }

  async function attempt(act: () => Promise<void>): Promise<void> {
    options.opening();
    notice.hidden = true;
    button.ariaBusy = 'true';
    try {
      await act();
    } catch {
      again = () => void attempt(act);
      notice.hidden = false;
    }
    button.ariaBusy = null;
  }

  const open = (request: OpenRequest, passage?: MarkedPassage): Promise<void> =>
    attempt(async () => {
      const [handle, selection] = await Promise.all([panel.get(), passage?.read()]);
      if (signal.aborted) return;
      handle.open(selection ? { ...request, selection } : request);
      toggled(handle);
    });

  const toggleSearch = (): Promise<void> => attempt(async () => (await search.get()).toggle());

  const marked = (): MarkedPassage | undefined => markedPassage(config.content, host.current);

  const selected = config.askSelection
    ? selectionButton({ button: ask, marked, press: (passage) => void open({}, passage), signal })
    : undefined;

  function closeOr(request: OpenRequest, passage?: MarkedPassage): void {
    const handle = panel.current();
    if (handle?.isOpen()) handle.close();
    else void open(request, passage);
  }

  button.addEventListener('click', () => closeOr({ opener: button }));
  retry.addEventListener('click', () => again());
  for (const pressed of [button, ask])
    for (const intent of ['pointerenter', 'focus']) pressed.addEventListener(intent, panel.preload);

  const press = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // Shadow trees, document and window have no `dataset`.
    const opener = (event.composedPath() as HTMLElement[]).find(
      ({ dataset }: Partial<HTMLElement>) =>
        dataset !== undefined && ('ibidOpen' in dataset || 'ibidSearch' in dataset),
    );
    if (opener === undefined) return;
    event.preventDefault();
    const question = opener.dataset['ibidOpen'];
    if (question === undefined) void toggleSearch();
    else void open({ opener, ...(question && { question, ask: 'ibidAsk' in opener.dataset }) });
  };
  addEventListener('click', press, { signal });

  const pressKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') notice.hidden = true;
    if (event.defaultPrevented || event.repeat) return;
    const target = event.composedPath()[0] as HTMLElement;
    const isInside = root.contains(target);
    if (searchKeys?.matches(event) && (isInside || !isTyping(target))) {
      event.preventDefault();
      void toggleSearch();
    }
    if (!shortcut?.matches(event)) return;
    const passage = isInside || !config.askSelection ? undefined : marked();
    // In a text field the keys may mean something else: italics or, without Ctrl, Cmd or Alt, a typed character.
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if ((isPlain || (!isInside && passage === undefined)) && isTyping(target)) return;
    event.preventDefault();
    selected?.hide();
    (isInside ? closeOr : open)({}, passage);
  };
  // Registers the handler again for each key press, so that it runs last: a key that another listener of the page handles, such as another search
  // box, is left to it.
  const listenLast = (): void => addEventListener('keydown', pressKey, { signal, once: true });
  addEventListener('keydown', listenLast, { signal, capture: true });

  /** `linked` is true unless the site itself navigated there without a reload. */
  function askFromAddress(linked: boolean): Promise<void> | undefined {
    const question = takeQuestion();
    return question === undefined ? undefined : open({ ...(question && { question, ask: true, linked }) });
  }

  const leave = host.onNavigate(() => {
    selected?.hide();
    void askFromAddress(false);
  });
  root.append(box);
  void (askFromAddress(true) ?? (isKept(openKey) && open({ restored: true })));

  return {
    open,
    dispose() {
      ending.abort();
      leave();
      box.remove();
    },
  };
}

/** Reads the question from `?ask=…` and removes it from the address, so that a reload does not ask again. `undefined` if there is none. */
function takeQuestion(): string | undefined {
  const { pathname, search, hash } = location;
  const question = new URLSearchParams(search).get('ask');
  if (question === null) return undefined;
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => !new URLSearchParams(part).has('ask'))
    .join('&');
  // If the query becomes empty, its question mark is removed too.
  history.replaceState(history.state, '', pathname + (rest && `?${rest}`) + hash);
  return question.trim().slice(0, MOST_CHARACTERS);
}

/** The few texts needed before the panel is loaded; the last two are shown if loading it fails. */
export type LauncherMessages = Pick<Messages, 'launcher' | 'askAboutThis' | 'failUnreachable' | 'retry'>;

export interface LauncherOptions {
  /** Element to which the button and the panel are added. */
  readonly root: HTMLElement | ShadowRoot;
  readonly config: WidgetConfig;
  readonly host: HostPage;
  readonly messages: LauncherMessages;
  /** Loads the panel's code and style when first needed; called again after a failure. */
  readonly loadPanel: () => Promise<PanelModule>;
  /** Called before the panel or the search box is loaded for a reader who wants it now. */
  readonly opening: () => void;
  /** Loads the search box in the same way. */
  readonly loadSearch: () => Promise<SearchModule>;
}

/** Controls of the launcher. */
export interface LauncherHandle {
  /** Settles when the panel is open, or when the reader has been told that it could not be loaded. Never rejects. */
  open(request: OpenRequest): Promise<void>;
  /** Removes the button, the panel and all listeners. */
  dispose(): void;
}

/** Creates the button (added only if the owner wants one), "Ask about this" and a notice for failures. None of them moves anything on the page. */
function launcherElements({ launcher, locale }: WidgetConfig, messages: LauncherMessages, keys: string | undefined) {
  const label = element('span', { class: 'ibid-launcher-label' }, messages.launcher);
  const opens = { 'aria-haspopup': 'dialog', 'aria-expanded': 'false', 'aria-keyshortcuts': keys };
  const shape = icon('M4 4h16v12h-9l-5 4v-4H4zM8 8h8m-8 4h5');
  const button = element('button', { class: 'ibid-launcher-button', ...opens }, shape, label);
  const ask = element('button', { class: 'ibid-launcher-ask', hidden: '' }, messages.askAboutThis);
  const again = `${messages.failUnreachable} ${messages.retry}`;
  const retry = element('button', { class: 'ibid-launcher-retry' }, again);
  const notice = element('div', { role: 'alert', hidden: '' }, retry);
  const box = element('div', { class: 'ibid-launcher', lang: locale }, ...(launcher ? [button] : []), ask, notice);
  return { box, button, ask, notice, retry };
}

/** True if this tab stores something under `key`; false if the browser blocks storage. */
export function isKept(key: string): boolean {
  try {
    return key in sessionStorage;
  } catch {
    return false;
  }
}

/** A part of the widget that is loaded when first needed, and then mounted, until `signal` aborts; if it is mounted later than that, it is removed immediately. */
function lazyPart<M, H extends { dispose(): void }>(
  load: () => Promise<M>,
  mount: (module: M) => Promise<H>,
  signal: AbortSignal,
) {
  const code = once(load);
  let handle: H | undefined;
  const end = (): void => handle?.dispose();
  signal.addEventListener('abort', end);
  return {
    /** `undefined` until it is mounted. */
    current: (): H | undefined => handle,
    /** Loads the code in advance. Failures are reported only by `get`. */
    preload: (): void => void code(),
    /** Mounts the part, once. Rejects if its code cannot be loaded; the next call tries again. */
    get: once(async () => {
      handle = await mount(await code());
      if (signal.aborted) end();
      return handle;
    }),
  };
}

/** Returns the same promise for each call, until it rejects. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) (made = make()).catch(() => (made = undefined));
    return made;
  };
}

/** True if `target` is an element into which keys are typed. */
function isTyping(target: Partial<HTMLElement>): boolean | undefined {
  return target.isContentEditable || target.matches?.('input, textarea, select');
}

/**
 * Parses combinations such as `Mod+I`: any of Mod, Ctrl, Meta, Alt and Shift before one key; `Mod` is Meta on Apple systems and
 * Ctrl elsewhere. `undefined` for `''`. A letter is matched by the position of its key if the keyboard writes another script.
 * Shift is compared only for letters.
 */
function parseShortcut(text: string) {
  if (text === '') return undefined;
  const aria = text.replace('Mod', /Mac|iP/u.test(navigator.platform) ? 'Meta' : 'Control').replace('Ctrl', 'Control');
  const held = aria.split('+');
  const key = held.pop()!.toLowerCase();
  const isLetter = /^[a-z]$/u.test(key);
  return {
    /** Value for `aria-keyshortcuts`. */
    aria,
    matches: (event: KeyboardEvent): boolean =>
      // Browsers send such events without a key when they fill in forms.
      (String(event.key).toLowerCase() === key ||
        (isLetter && /[^\0-\x7f]/u.test(event.key) && event.code.toLowerCase() === `key${key}`)) &&
      ['Control', 'Meta', 'Alt', 'Shift'].every(
        (name) => event.getModifierState(name) === held.includes(name) || (name === 'Shift' && !isLetter),
      ),
  };
}
