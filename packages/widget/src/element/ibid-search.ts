/**
 * `<ibid-search></ibid-search>` with `<script type="module" src="https://ask.example.org/widget/ibid-search.js"></script>`: a
 * button that opens the search box, like `data-ibid-search` on any element of a page with the panel. If the page has neither
 * `<ibid-ask>` nor the panel of Docusaurus, it adds an `<ibid-ask>` with its own attributes and without a button.
 */
import { languageKey } from '../messages/words.ts';
import { element } from '../page/draw.ts';

const NAME = 'ibid-search';
const KEYS = 'Mod+K';

/** The panel's text for the button; every page with such a button loads it. */
const WORDS: Readonly<Record<string, string | null>> = {
  // A page may name `constructor` as its language.
  __proto__: null,
  en: 'Search',
  de: 'Suchen',
  es: 'Buscar',
  fr: 'Rechercher',
  it: 'Cerca',
  ja: '検索',
  ko: '검색',
  pt: 'Buscar',
  ru: 'Поиск',
  tr: 'Ara',
  ur: 'تلاش کریں',
  zh: '搜索',
};

const STYLE = `:host{display:inline-block}button{box-sizing:border-box;display:flex;align-items:center;gap:.5em;min-block-size:36px;
padding:.25em .75em;border:1px solid color-mix(in srgb,currentColor 35%,transparent);border-radius:var(--ibid-radius,8px);background:none;color:inherit;font:inherit;cursor:pointer}
button:hover{border-color:currentColor}button:focus-visible{outline:2px solid;outline-offset:2px}kbd{opacity:.75;font:inherit;font-size:.85em}@media (hover:none){kbd{display:none}}@media print{:host{display:none}}`;

if (typeof customElements !== 'undefined' && customElements.get(NAME) === undefined) {
  customElements.define(
    NAME,
    class extends HTMLElement {
      connectedCallback(): void {
        this.dataset['ibidSearch'] = '';
        if (this.shadowRoot === null) draw(this, this.attachShadow({ mode: 'open' }));
        // Docusaurus adds its panel when the page has loaded.
        const bring = (): void => void setTimeout(bringAssistant, 0, this);
        if (document.readyState === 'complete') bring();
        else addEventListener('load', bring, { once: true });
      }
    },
  );
}

/** Text in the language of `locale` (BCP 47), else English. */
export function searchWord(locale: string): string {
  return WORDS[languageKey(locale)] ?? WORDS['en']!;
}

function draw({ dataset }: HTMLElement, shadow: ShadowRoot): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  shadow.adoptedStyleSheets = [sheet];
  const keys = document.querySelector<HTMLElement>('ibid-ask')?.dataset['search'] ?? dataset['search'] ?? KEYS;
  const shown = keys.replace('Mod+', /Mac|iP/u.test(navigator.platform) ? '⌘' : 'Ctrl ');
  const word = searchWord(dataset['locale'] || document.documentElement.lang || 'en');
  const hint = element('kbd', { 'aria-hidden': 'true' }, shown);
  shadow.append(element('button', { type: 'button', 'aria-haspopup': 'dialog' }, word, hint));
}

async function bringAssistant({ dataset }: HTMLElement): Promise<void> {
  if (document.querySelector('ibid-ask, #ibid-root, script[src*="ibid-ask.js"]') !== null) return;
  const assistant = document.createElement('ibid-ask');
  Object.assign(assistant.dataset, { launcher: 'off', shortcut: '' }, dataset);
  delete assistant.dataset['ibidSearch'];
  document.body.append(assistant);
  await import(new URL('ibid-ask.js', import.meta.url).href);
}
