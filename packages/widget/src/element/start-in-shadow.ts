import type { HostPage, PageContext, WidgetConfig } from '../config/index.ts';
import { isKept, type LauncherMessages, startLauncher } from '../launcher/start-launcher.ts';
import launcherStyle from '../launcher/launcher.css';
import { REVEAL_KEY } from '../page/keep-reveal.ts';
import hostStyle from './element.css';
import type * as PanelEntry from './panel-entry.ts';
import type * as SearchEntry from './search-entry.ts';
import { readConfig } from './read-config.ts';

/** Of the panel's own words those for the launcher, for "Ask about this", and for trying again; every page loads them. */
const WORDS: Readonly<Record<string, readonly [string, string, string] | null>> = {
  // A page may name `constructor` as its language.
  __proto__: null,
  en: ['Ask', 'Ask about this', 'Try again'],
  de: ['Fragen', 'Dazu fragen', 'Noch einmal versuchen'],
  es: ['Preguntar', 'Preguntar sobre esto', 'Reintentar'],
  fr: ['Demander', 'Poser une question là-dessus', 'Réessayer'],
  ur: ['پوچھیں', 'اس کے بارے میں پوچھیں', 'دوبارہ کوشش کریں'],
};

/** What themes of Docusaurus, Starlight and Sphinx, and MkDocs Material write on `<html>` or `<body>`. */
const NAMED = ['data-theme', 'data-md-color-scheme'];

let failures = 0;

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
    loadSearch,
  });
  // A citation on another page led here. What failed to load then is not missed: the link has its own way to the words.
  if (isKept(REVEAL_KEY))
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

/** As much of the page as the launcher asks for; `panel-entry.ts` puts the whole host in its place. */
function eagerHost(signal: AbortSignal): HostPage {
  const host: Pick<HostPage, 'onNavigate'> & { current(): Partial<PageContext> } = {
    current: () => ({
      url: document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href || location.href,
      title: document.title,
    }),
    onNavigate(listener) {
      (window as { navigation?: EventTarget }).navigation?.addEventListener('currententrychange', listener, { signal });
      return () => undefined;
    },
  };
  return host as HostPage;
}

/** In the language of `locale` (BCP 47), else English. That something failed is said by a sign that all languages have. */
export function launcherWords(locale: string): LauncherMessages {
  const [launcher, askAboutThis, retry] = WORDS[locale.toLowerCase().split(/[-_]/u)[0]!] ?? WORDS['en']!;
  return { launcher, askAboutThis, failUnreachable: '⚠', retry };
}

/**
 * Whether the page is dark now. What common generators write counts first, then the colour of the text, since a page may have no dark side
 * whatever the system prefers.
 */
function schemeOfPage(): 'dark' | 'light' {
  for (const element of [document.documentElement, document.body]) {
    const said = NAMED.map((name) => element.getAttribute(name)).join(' ');
    // As a class: VitePress and Tailwind.
    if (/\b(?:dark|slate)(?!\S)/u.test(`${said} ${element.className}`)) return 'dark';
    if (/light|default/u.test(said)) return 'light';
  }
  const [red, green, blue] = (getComputedStyle(document.body).color.match(/[\d.]+/gu) ?? []).map(Number);
  return red! * 0.3 + green! * 0.6 + blue! * 0.1 > 128 ? 'dark' : 'light';
}

/** Name of the panel's file, which the bundler fills in. */
declare const IBID_PANEL_FILE: string;

/**
 * Loads the panel from beside this file. After a failure the server is asked what it is called by now, since a page may be older than
 * the server, and by another address, since browsers remember that a module could not be had.
 */
async function loadPanel(): Promise<typeof PanelEntry> {
  let file = IBID_PANEL_FILE;
  try {
    if (failures > 0) {
      const { panel } = (await (await fetch(beside('manifest.json'))).json()) as { panel: string };
      file = `${panel}?${failures}`;
    }
    return (await import(beside(file))) as typeof PanelEntry;
  } catch (error) {
    failures += 1;
    throw error;
  }
}

/** After a failure by another address, as above; one name for all versions needs no manifest. */
let searches = 0;
function loadSearch(): Promise<typeof SearchEntry> {
  return import(beside(`ibid-search-box.js?${searches++}`));
}

function beside(name: string): string {
  return new URL(name, import.meta.url).href;
}
