import type { WidgetConfig } from '../config/widget-config.ts';
import type { LauncherMessages } from './start-launcher.ts';

interface LauncherElements {
  /** Holds the others. */
  readonly box: HTMLElement;
  /** Not on the page where the owner wants none. */
  readonly button: HTMLButtonElement;
  readonly ask: HTMLButtonElement;
  /** Tells what failed; `retry` is in it. */
  readonly notice: HTMLElement;
  readonly retry: HTMLButtonElement;
}

/** Nothing of it moves what is on the page: all stands above it. */
export function launcherElements(
  { launcher, locale }: WidgetConfig,
  messages: LauncherMessages,
  keys: string | undefined,
): LauncherElements {
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
export function openMark(storageKey: string): { read(): boolean; write(isOpen: boolean): void } {
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
