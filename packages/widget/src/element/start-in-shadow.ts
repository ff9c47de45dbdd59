import type { WidgetConfig } from '../config/widget-config.ts';
import launcherStyle from '../launcher/launcher.css';
import { REVEAL_KEY } from '../page/keep-reveal.ts';
import { startLauncher } from '../launcher/start-launcher.ts';
import { eagerHost } from './eager-host.ts';
import hostStyle from './element.css';
import { launcherWords } from './launcher-words.ts';
import { loadPanel } from './load-panel.ts';
import { readConfig } from './read-config.ts';
import { schemeOfPage } from './scheme-of-page.ts';

/** Brings the widget to life in `shadow`; returns how to end it. `changed` is called when the page is in another language from now on. */
export function startInShadow(element: HTMLElement, shadow: ShadowRoot, changed: () => void): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const page = document.documentElement;
  const { lang } = page;
  const { dataset } = element;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(hostStyle + launcherStyle);
  shadow.adoptedStyleSheets = [sheet];

  const look = (): void => {
    const scheme = dataset['theme'] || schemeOfPage();
    if (dataset['scheme'] !== scheme) dataset['scheme'] = scheme;
    if (page.lang !== lang && !dataset['locale']) changed();
  };
  const observer = new MutationObserver(look);
  for (const watched of [page, document.body]) observer.observe(watched, { attributes: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', look, { signal });
  look();

  for (const type of ['keydown', 'keypress', 'keyup']) shadow.addEventListener(type, keepToOurselves, { signal });
  const config = readConfig(element);
  const launcher = startLauncher({
    root: shadow,
    // The panel reads the rest of it for itself.
    config: config as WidgetConfig,
    host: eagerHost(signal),
    messages: launcherWords(config.locale),
    loadPanel,
  });
  if (isExpected())
    loadPanel().then(
      (panel) => panel.resume(config.content),
      () => undefined,
    );
  return () => {
    ending.abort();
    observer.disconnect();
    launcher.dispose();
  };
}

/** To the page, what is typed here comes from an element that nobody types into: its one-letter shortcuts would all go off. */
function keepToOurselves(event: Event): void {
  const { ctrlKey, metaKey, target } = event as KeyboardEvent;
  if (!ctrlKey && !metaKey && (target as Element).matches('input, textarea, select')) event.stopPropagation();
}

/** Whether a citation on another page led here. What failed to load then is not missed: the link has its own way to the words. */
function isExpected(): boolean {
  try {
    return REVEAL_KEY in sessionStorage;
  } catch {
    return false;
  }
}
