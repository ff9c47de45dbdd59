import type { HostPage, OpenRequest, WidgetConfig } from '../config/index.ts';
import type { Messages } from '../messages/en.ts';
import type { PanelHandle, PanelModule } from '../panel/mount-panel.tsx';
import { type MarkedPassage, markedPassage, selectionButton } from './selection-button.ts';

/** Survives that this module is evaluated again, as development servers do. */
const STARTED = Symbol.for('ibid.launcher');

/** Of a question, as the service takes them. */
const MOST_CHARACTERS = 2000;

/**
 * Puts the button on the page and listens for what opens the panel: the button, the shortcut, `[data-ibid-open]` (its value fills
 * the composer, with `data-ibid-ask` it is asked at once), `?ask=`, and "Ask about this". Nothing is requested before one of these, or before
 * the pointer or the focus comes to the button. Started again on the same root it gives the same handle.
 */
export function startLauncher(options: LauncherOptions): LauncherHandle {
  const root = options.root as LauncherOptions['root'] & { [STARTED]?: LauncherHandle | undefined };
  return (root[STARTED] ??= start(options, () => (root[STARTED] = undefined)));
}

function start(options: LauncherOptions, ended: () => void): LauncherHandle {
  const { root, config, host, messages } = options;
  const ending = new AbortController();
  const { signal } = ending;
  const shortcut = parseShortcut(config.shortcut);
  const mark = openMark(config.storageKey);
  const { box, button, ask, notice, retry } = launcherElements(config, messages, shortcut?.aria);
  const panel = lazyPanel(options, (handle) => handle.onToggle(() => toggled(handle)));
  let again: (() => void) | undefined;

  function toggled(handle: PanelHandle): void {
    if (signal.aborted) return;
    const isOpen = handle.isOpen();
    mark.write(isOpen);
    button.ariaExpanded = String(isOpen);
    // Under the panel it is out of sight, and of the way of the Tab key; the focus can still be given back to it.
    button.tabIndex = isOpen ? -1 : 0;
    box.toggleAttribute('data-open', isOpen);
  }

  async function open(request: OpenRequest, passage?: MarkedPassage): Promise<void> {
    notice.hidden = true;
    button.ariaBusy = 'true';
    try {
      const [handle, selection] = await Promise.all([panel.get(), passage?.read()]);
      if (signal.aborted) return;
      handle.open(selection ? { ...request, selection } : request);
      toggled(handle);
    } catch {
      again = () => void open(request, passage);
      notice.hidden = false;
    }
    button.ariaBusy = null;
  }

  const marked = (): MarkedPassage | undefined => markedPassage(config.content, host.current);

  // What the page's own listeners take, those added later included, is theirs.
  const on = <K extends keyof WindowEventMap>(type: K, listener: (event: WindowEventMap[K]) => void): void =>
    addEventListener(type, listener, { signal });

  const selected = config.askSelection
    ? selectionButton({ button: ask, marked, press: (passage) => void open({}, passage), signal })
    : undefined;

  button.addEventListener('click', () => {
    const handle = panel.current();
    if (handle?.isOpen() === true) handle.close();
    else void open({ opener: button });
  });
  retry.addEventListener('click', () => again?.());
  for (const intent of ['pointerenter', 'focus']) {
    button.addEventListener(intent, panel.preload);
    ask.addEventListener(intent, panel.preload);
  }

  on('click', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const opener = event
      .composedPath()
      .find((node) => node instanceof HTMLElement && node.hasAttribute('data-ibid-open')) as HTMLElement | undefined;
    if (opener === undefined) return;
    event.preventDefault();
    const question = opener.dataset['ibidOpen']!;
    void open({ opener, ...(question && { question, ask: 'ibidAsk' in opener.dataset }) });
  });

  on('keydown', (event) => {
    if (event.key === 'Escape') notice.hidden = true;
    if (event.defaultPrevented || event.repeat || shortcut?.matches(event) !== true) return;
    const isInside = root.querySelector(':focus') !== null;
    const passage = isInside || !config.askSelection ? undefined : marked();
    // Where people write it may mean something else, such as italics or, without Ctrl or Alt, what is written.
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
    if ((isPlain || (!isInside && passage === undefined)) && isTyping(event.composedPath()[0])) return;
    event.preventDefault();
    selected?.hide();
    const handle = panel.current();
    if (isInside && handle?.isOpen() === true) handle.close();
    else void open({}, passage);
  });

  /** `linked` unless the site itself went there without a reload. */
  function askFromAddress(linked: boolean): boolean {
    const question = takeQuestion();
    if (question !== undefined) void open(question === '' ? {} : { question, ask: true, linked });
    return question !== undefined;
  }

  const leave = host.onNavigate(() => {
    selected?.hide();
    askFromAddress(false);
  });
  root.append(box);
  if (!askFromAddress(true) && mark.read()) void open({ restored: true });

  return {
    open: (request) => open(request),
    dispose() {
      ending.abort();
      leave();
      selected?.hide();
      panel.dispose();
      box.remove();
      ended();
    },
  };
}

function isTyping(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
}

/** A combination of keys. */
interface Shortcut {
  /** As `aria-keyshortcuts` says it. */
  readonly aria: string;
  matches(event: KeyboardEvent): boolean;
}

/**
 * Reads `Mod+I` and the like: any of Mod, Ctrl, Meta, Alt and Shift before one key; `Mod` is Meta on Apple's systems and Ctrl elsewhere.
 * `undefined` for `''`. A letter counts by the place of its key where the keyboard writes another script, and Shift only beside letters.
 */
function parseShortcut(text: string): Shortcut | undefined {
  if (text === '') return undefined;
  const aria = text.replace('Mod', /Mac|iP/u.test(navigator.platform) ? 'Meta' : 'Control').replace('Ctrl', 'Control');
  const held = aria.split('+');
  const key = held.pop()!.toLowerCase();
  const isLetter = /^[a-z]$/u.test(key);
  return {
    aria,
    matches: (event) =>
      // Filling forms in, browsers send such events without any key.
      (String(event.key).toLowerCase() === key ||
        (isLetter && /[^\0-\x7f]/u.test(event.key) && event.code.toLowerCase() === `key${key}`)) &&
      ['Control', 'Meta', 'Alt', 'Shift'].every(
        (name) => event.getModifierState(name) === held.includes(name) || (name === 'Shift' && !isLetter),
      ),
  };
}

/** The question in `?ask=…` of the address, which is taken out of it, so that a reload does not ask again. `undefined` without one. */
function takeQuestion(): string | undefined {
  const { pathname, search, hash } = location;
  const question = new URLSearchParams(search).get('ask');
  if (question === null) return undefined;
  const rest = search
    .slice(1)
    .split('&')
    .filter((part) => !new URLSearchParams(part).has('ask'))
    .join('&');
  // An empty query goes too, with its question mark.
  history.replaceState(history.state, '', pathname + (rest && `?${rest}`) + hash);
  return question.trim().slice(0, MOST_CHARACTERS);
}

/** The few words that are needed before the panel is loaded; the last two are said when its code cannot be had. */
export type LauncherMessages = Pick<Messages, 'launcher' | 'askAboutThis' | 'failUnreachable' | 'retry'>;

export interface LauncherOptions {
  /** Where button and panel stand. */
  readonly root: HTMLElement | ShadowRoot;
  readonly config: WidgetConfig;
  readonly host: HostPage;
  readonly messages: LauncherMessages;
  /** Loads the panel's code and style, at the first intent and not before; called again after it has failed. */
  readonly loadPanel: () => Promise<PanelModule>;
}

/** What stands on every page before anything is asked. */
export interface LauncherHandle {
  /** Settles when the panel is open, or when the reader has been told that it could not be loaded. Never rejects. */
  open(request: OpenRequest): Promise<void>;
  /** Takes away button, panel and all listeners. */
  dispose(): void;
}

/** `mounted` is called once, with the panel. */
function lazyPanel({ loadPanel, root, config, host }: LauncherOptions, mounted: (handle: PanelHandle) => void) {
  let code: Promise<PanelModule> | undefined;
  let panel: Promise<PanelHandle> | undefined;
  let handle: PanelHandle | undefined;
  let isOver = false;

  function load(): Promise<PanelModule> {
    const loading = (code ??= loadPanel());
    loading.catch(() => {
      if (code === loading) code = undefined;
    });
    return loading;
  }

  async function mount(): Promise<PanelHandle> {
    try {
      const { mountPanel } = await load();
      handle = await mountPanel({ root, config, host });
      if (isOver) handle.dispose();
      else mounted(handle);
      return handle;
    } catch (error) {
      panel = undefined;
      throw error;
    }
  }

  return {
    /** `undefined` until it is on the page. */
    current: () => handle,
    /** Fetches the code, so that it is there when it is wanted. Failing is left to `get`. */
    preload: () => void load(),
    /** Puts the panel on the page, once. Rejects when its code cannot be had; the next call tries anew. */
    get: () => (panel ??= mount()),
    dispose() {
      isOver = true;
      handle?.dispose();
    },
  };
}

/** The button, which is not on the page where the owner wants none, "Ask about this", and a notice of what failed. Nothing of it moves what is on the page. */
function launcherElements({ launcher, locale }: WidgetConfig, messages: LauncherMessages, keys: string | undefined) {
  const box = element('div', 'ibid-launcher');
  box.lang = locale;
  const button = pressable('ibid-launcher-button');
  const label = element('span', 'ibid-launcher-label');
  label.textContent = messages.launcher;
  button.append(speechBubble(), label);
  button.ariaHasPopup = 'dialog';
  button.ariaExpanded = 'false';
  if (keys !== undefined) button.ariaKeyShortcuts = keys;
  const ask = pressable('ibid-launcher-ask');
  ask.textContent = messages.askAboutThis;
  ask.hidden = true;
  const notice = element('div', '');
  notice.role = 'alert';
  notice.hidden = true;
  const retry = pressable('ibid-launcher-retry');
  retry.textContent = `${messages.failUnreachable} ${messages.retry}`;
  notice.append(retry);
  if (launcher) box.append(button);
  box.append(ask, notice);
  return { box, button, ask, notice, retry };
}

function element<K extends keyof HTMLElementTagNameMap>(name: K, className: string): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

function pressable(className: string): HTMLButtonElement {
  const button = element('button', className);
  button.type = 'button';
  return button;
}

/** Drawn here: a strict policy allows no pictures, also none in addresses. */
function speechBubble(): SVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.ariaHidden = 'true';
  const path = document.createElementNS(space, 'path');
  path.setAttribute('d', 'M4 4h16v12h-9l-5 4v-4H4zM8 8h8m-8 4h5');
  svg.append(path);
  return svg;
}

/** Remembers in this tab that the panel is open. Forgets at once where the browser keeps nothing for us. */
function openMark(storageKey: string): { read(): boolean; write(isOpen: boolean): void } {
  const key = `${storageKey}:open`;
  return {
    read() {
      try {
        return sessionStorage.getItem(key) !== null;
      } catch {
        return false;
      }
    },
    write(isOpen) {
      try {
        if (isOpen) sessionStorage.setItem(key, '1');
        else sessionStorage.removeItem(key);
      } catch {
        // Then it stays closed after a reload.
      }
    },
  };
}
