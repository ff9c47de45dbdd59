import launcherStyle from '../launcher/launcher.css';
import { startLauncher } from '../launcher/start-launcher.ts';
import { plainHost } from '../page/plain-host.ts';
import type { PanelModule } from '../panel/panel-handle.ts';
import hostStyle from './element.css';
import { launcherWords } from './launcher-words.ts';
import { readConfig } from './read-config.ts';
import { watchScheme } from './watch-scheme.ts';

/** Name of the panel's file, which the bundler fills in. */
declare const IBID_PANEL_FILE: string;

/** Browsers may remember that a module could not be had; another address is asked for anew. */
let failures = 0;

async function loadPanel(): Promise<PanelModule> {
  const address = new URL(IBID_PANEL_FILE, import.meta.url);
  if (failures > 0) address.search = `retry=${failures}`;
  try {
    return (await import(address.href)) as PanelModule;
  } catch (error) {
    failures += 1;
    throw error;
  }
}

/** Brings the widget to life in `shadow`; returns how to end it. `changed` is called when the page is in another language from now on. */
export function startInShadow(element: HTMLElement, shadow: ShadowRoot, changed: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const config = readConfig(element);
  const scheme = new CSSStyleSheet();
  shadow.adoptedStyleSheets = [sheetOf(hostStyle), sheetOf(launcherStyle), scheme];
  const show = (name: string): void => scheme.replaceSync(`:host{color-scheme:${name}!important}`);
  const wanted = element.dataset['theme'];
  if (wanted === 'dark' || wanted === 'light') show(wanted);
  else watchScheme(show, signal);
  for (const type of ['keydown', 'keypress', 'keyup'] as const)
    shadow.addEventListener(type, keepToOurselves, { signal });
  if (!element.dataset['locale']) watchLanguage(changed, signal);
  const launcher = startLauncher({
    root: shadow,
    config,
    host: plainHost({ content: config.content }),
    messages: launcherWords(config.locale),
    loadPanel,
  });
  return () => {
    ending.abort();
    launcher.dispose();
  };
}

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** To the page, what is typed here comes from an element that nobody types into: its one-letter shortcuts would all go off. */
function keepToOurselves(event: Event): void {
  const { ctrlKey, metaKey, target } = event as KeyboardEvent;
  if (!ctrlKey && !metaKey && target instanceof HTMLElement && target.matches('input, textarea, select')) {
    event.stopPropagation();
  }
}

function watchLanguage(changed: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['lang'] });
  signal.addEventListener('abort', () => observer.disconnect());
}
