import type { EntryState, HostPage, PageContext, WidgetConfig } from '../config/index.ts';
import { isKept, type LauncherMessages, startLauncher } from '../launcher/start-launcher.ts';
import launcherStyle from '../launcher/launcher.css';
import { languageKey } from '../messages/words.ts';
import { REVEAL_KEY } from '../page/keep-reveal.ts';
import hostStyle from './element.css';
import type * as PanelEntry from './panel-entry.ts';
import type * as SearchEntry from './search-entry.ts';
import { readConfig } from './read-config.ts';

/** Texts for the launcher button, for "Ask about this" and for trying again; every page loads them, unlike the panel's other texts. */
const WORDS: Readonly<Record<string, readonly [string, string, string] | null>> = {
  // A page may name `constructor` as its language.
  __proto__: null,
  en: ['Ask', 'Ask about this', 'Try again'],
  de: ['Fragen', 'Dazu fragen', 'Noch einmal versuchen'],
  es: ['Preguntar', 'Preguntar sobre esto', 'Reintentar'],
  fr: ['Demander', 'Poser une question là-dessus', 'Réessayer'],
  it: ['Chiedi', 'Chiedi su questo testo', 'Riprova'],
  ja: ['質問する', 'この部分について質問', '再試行'],
  ko: ['질문하기', '이 내용 질문하기', '다시 시도'],
  pt: ['Perguntar', 'Perguntar sobre isso', 'Tentar novamente'],
  ru: ['Спросить', 'Спросить об этом', 'Повторить'],
  tr: ['Sor', 'Bunu sor', 'Yeniden dene'],
  ur: ['پوچھیں', 'اس کے بارے میں پوچھیں', 'دوبارہ کوشش کریں'],
  zh: ['提问', '就此提问', '重试'],
};

/** Beside the panel of a static site: a script that loads what every question needs. */
const INDEX_START = './ibid-early.js';

let failures = 0;

/** Starts the widget in `shadow`; returns a function that ends it. `changed` is called when the language of the page changes. */
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
    // The panel reads the remaining settings itself.
    config: config as WidgetConfig,
    host: eagerHost(signal),
    messages: launcherWords(config.locale),
    opening() {
      // A static index is beside its panel.
      if (dataset['api']?.startsWith('static:')) import(INDEX_START).catch(() => undefined);
    },
    loadPanel,
    loadSearch,
  });
  // A citation on another page led here, or this page showed words before. If loading fails, nothing is lost: the link itself leads to the words.
  if (isKept(REVEAL_KEY) || (history.state as EntryState | null)?.ibidShown)
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

/**
 * Stops keys typed in a field of the panel from reaching the page. To the page they seem to come from an element that is no text
 * field, so they would trigger its one-letter shortcuts.
 */
function keepToOurselves(event: Event): void {
  const { ctrlKey, metaKey, target } = event as KeyboardEvent;
  if (!ctrlKey && !metaKey && (target as Element).matches('input, textarea, select')) event.stopPropagation();
}

/** The part of the host that the launcher needs; `panel-entry.ts` replaces it by the whole host. */
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

/** Texts in the language of `locale` (BCP 47), else English. A failure is shown by a sign that needs no translation. */
export function launcherWords(locale: string): LauncherMessages {
  const [launcher, askAboutThis, retry] = WORDS[languageKey(locale)] ?? WORDS['en']!;
  return { launcher, askAboutThis, failUnreachable: '⚠', retry };
}

/**
 * Colour scheme of the page. Attributes and classes of common generators come first, then the colour of the text: a page may have
 * no dark theme even if the system prefers one.
 */
function schemeOfPage(): 'dark' | 'light' {
  for (const element of [document.documentElement, document.body]) {
    // Set by themes of Docusaurus, Starlight, Sphinx and MkDocs Material.
    const { theme, mdColorScheme } = element.dataset;
    const said = `${theme} ${mdColorScheme}`;
    // VitePress and Tailwind use a class.
    if (/\b(?:dark|slate)(?!\S)/u.test(`${said} ${element.className}`)) return 'dark';
    if (/light|default/u.test(said)) return 'light';
  }
  // Blue is but a tenth of the brightness.
  const [, red, green] = getComputedStyle(document.body)
    .color.split(/[^\d.]+/u)
    .map(Number);
  return red! + 2 * green! > 384 ? 'dark' : 'light';
}

/** Name of the panel's file, set by the bundler. */
declare const IBID_PANEL_FILE: string;

/**
 * Loads the panel's file from the folder of this one. After a failure it reads the current file name from the server's manifest,
 * because a page may be older than the server, and adds a new query, because browsers remember that a module failed to load.
 */
async function loadPanel(): Promise<typeof PanelEntry> {
  let file = IBID_PANEL_FILE;
  try {
    if (failures > 0) {
      const { panel } = (await (await fetch(new URL('manifest.json', import.meta.url))).json()) as { panel: string };
      file = `./${panel}?${failures}`;
    }
    return (await import(file)) as typeof PanelEntry;
  } catch (error) {
    failures += 1;
    throw error;
  }
}

/** Makes the address of each attempt unique, for the same reason. The name is the same in all versions, so no manifest is needed. */
let searches = 0;
function loadSearch(): Promise<typeof SearchEntry> {
  return import(`./ibid-search-box.js?${searches++}`);
}
