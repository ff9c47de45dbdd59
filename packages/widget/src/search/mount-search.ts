import type { FoundPages, FoundPage, FoundSection, LitText } from '../client/search-docs.ts';
import { MOST_SEARCHED, searchDocs } from '../client/search-docs.ts';
import type { HostPage, WidgetConfig, Destination } from '../config/index.ts';
import type { Messages } from '../messages/en.ts';
import { directionOf, fill, plural, textDirection } from '../messages/words.ts';
import { element, icon } from '../page/draw.ts';
import { themeOf } from '../page/theme-of.ts';

/** Milliseconds to wait after the last key. */
const DEBOUNCE = 80;

let mounted = 0;

/**
 * Adds a closed search box to `root`, with the texts of `config.locale`: a dialog with a combobox for `GET /api/search`. The caller loads
 * its style sheet, `search.css`. Each opening starts empty.
 */
export function mountSearchWith(texts: Messages, { root, config, host }: SearchMountOptions): SearchHandle {
  const { locale } = config;
  const messages = { ...texts, ...config.messages };
  mounted += 1;
  const listId = `ibid-search-${mounted}`;
  const input = element('input', {
    type: 'text',
    inputmode: 'search',
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': listId,
    'aria-label': messages.search,
    placeholder: messages.searchPlaceholder,
    maxlength: String(MOST_SEARCHED),
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  });
  const list = element('div', { id: listId, role: 'listbox', 'aria-label': messages.search });
  const status = element('p', { role: 'status', class: 'ibid-search-status' });
  const close = element('button', { type: 'button', class: 'ibid-search-close' }, messages.close);
  const keys = `${isApple() ? '⌘' : 'Ctrl'}+Enter`;
  const hint = element('p', { class: 'ibid-search-hint' }, fill(messages.searchHint, { keys }));
  const field = element('div', { class: 'ibid-search-field' }, kindIcon('find', messages), input, close);
  const foot = element('div', { class: 'ibid-search-foot' }, status, hint);
  const dialog = element(
    'dialog',
    { class: 'ibid-search', lang: locale || undefined, dir: directionOf(locale), 'aria-label': messages.search },
    element('div', { class: 'ibid-search-box' }, field, list, foot),
  );
  root.append(dialog);

  /** The running search for the current text; `undefined` once its results are shown. */
  let searching: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** True if Enter was pressed before the results arrived. */
  let isWanted = false;
  let groups: readonly HTMLElement[] = [];
  let active: HTMLElement | undefined;

  const rows = (): readonly HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[role=option]')];

  function activate(row: HTMLElement | undefined): void {
    active?.setAttribute('aria-selected', 'false');
    active = row;
    row?.setAttribute('aria-selected', 'true');
    row?.scrollIntoView({ block: 'nearest' });
    if (row === undefined) input.removeAttribute('aria-activedescendant');
    else input.setAttribute('aria-activedescendant', row.id);
  }

  function show(said: string): void {
    const question = input.value.trim();
    const asking = question !== '' ? [askRow(question, messages)] : [];
    list.replaceChildren(...groups, ...asking);
    for (const [at, row] of rows().entries()) {
      row.id = `${listId}-${at}`;
      row.setAttribute('aria-selected', 'false');
    }
    input.ariaExpanded = String(list.childElementCount > 0);
    // Setting the same text again would make screen readers repeat it.
    if (status.textContent !== said) status.textContent = said;
    activate(rows()[0]);
  }

  async function search(signal: AbortSignal): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const query = input.value;
    const { locale: language, version } = host.current();
    const { api, siteKey } = config;
    const found = await searchDocs({ api, siteKey, query, locale: language, version, signal }).catch(() => undefined);
    // A later search has started, or the box is closed.
    if (signal.aborted) return;
    searching = undefined;
    groups = found === undefined ? [] : resultGroups(found, host, messages);
    show(found === undefined ? messages.searchFailed : told(found));
    if (isWanted && groups.length > 0) active?.click();
    isWanted = false;
  }

  function told({ pages, corrected }: FoundPages): string {
    const count = pages.reduce((sum, { sections }) => sum + sections.length, 0);
    if (count === 0) return fill(messages.searchNone, { query: input.value.trim() });
    const { foundOne, foundOther, searchedFor } = messages;
    return [plural(locale, count, foundOne, foundOther), ...corrected.map((one) => fill(searchedFor, { ...one }))].join(
      ' · ',
    );
  }

  function stop(): void {
    searching?.abort();
    searching = undefined;
    clearTimeout(timer);
    isWanted = false;
  }

  function empty(): void {
    stop();
    input.value = '';
    groups = [];
    show('');
  }

  input.addEventListener('input', () => {
    stop();
    if (input.value.trim() === '') {
      groups = [];
      return show('');
    }
    // Keeps the previous results until new ones arrive; the row that asks takes the current text.
    show(status.textContent);
    searching = new AbortController();
    timer = setTimeout(search, DEBOUNCE, searching.signal);
  });

  const moves: Readonly<Record<string, (all: readonly HTMLElement[], at: number) => HTMLElement | undefined>> = {
    ArrowDown: (all, at) => all[(at + 1) % all.length],
    ArrowUp: (all, at) => all.at(at - 1),
    Home: ([first]) => first,
    End: (all) => all.at(-1),
  };

  input.addEventListener('keydown', (event) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (event.isComposing || altKey || shiftKey) return;
    if (key === 'Enter') {
      event.preventDefault();
      const ask = list.querySelector<HTMLElement>('[data-kind=ask]');
      if (ctrlKey || metaKey) ask?.click();
      else if (searching === undefined) active?.click();
      else {
        isWanted = true;
        if (timer !== undefined) void search(searching.signal);
      }
    } else if (!ctrlKey && !metaKey && Object.hasOwn(moves, key)) {
      const all = rows();
      event.preventDefault();
      isWanted = false;
      if (all.length > 0) activate(moves[key]!(all, active === undefined ? -1 : all.indexOf(active)));
    }
  });

  list.addEventListener('pointermove', ({ target }) => {
    const row = (target as Element).closest<HTMLElement>('[role=option]');
    if (row !== null && row !== active) activate(row);
  });
  // Keeps the caret in the box.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const row = (event.target as Element).closest<HTMLElement>('[role=option]');
    if (row === null || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    dialog.close();
    const to = destinations.get(row);
    if (to === undefined) return;
    event.preventDefault();
    const { href } = row as HTMLAnchorElement;
    void host.go({ ...to, focus: true }).then(
      (isThere) => isThere || href === '' || location.assign(href),
      () => location.assign(href),
    );
  });
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close();
  });
  // The event is delayed: the box may already be open again, with new text.
  dialog.addEventListener('close', () => dialog.open || empty());

  return {
    toggle() {
      if (dialog.open) return dialog.close();
      empty();
      dialog.dataset['theme'] = themeOf(root);
      dialog.showModal();
      input.focus();
    },
    dispose() {
      stop();
      dialog.remove();
    },
  };
}

function isApple(): boolean {
  return /Mac|iP/u.test(navigator.platform);
}

export interface SearchMountOptions {
  readonly root: HTMLElement | ShadowRoot;
  readonly config: Pick<WidgetConfig, 'api' | 'siteKey' | 'locale' | 'messages'>;
  readonly host: HostPage;
}

/** Controls of a mounted search box. */
export interface SearchHandle {
  /** Opens it and moves the focus into it, or closes it and returns the focus. */
  toggle(): void;
  dispose(): void;
}

/** Module loaded with the bundler's `import()`. */
export interface SearchModule {
  mountSearch(options: SearchMountOptions): Promise<SearchHandle>;
}

/** Destination of each result row. */
const destinations: WeakMap<Element, Destination> = new WeakMap();

/** The results as groups of options, one for each page. */
function resultGroups({ pages }: FoundPages, host: HostPage, messages: Messages): readonly HTMLElement[] {
  return pages.map((page) => {
    const rows = page.sections.map((section) => resultRow(page, section, host, messages));
    // If the page itself is a result, it is shown above its sections, so the group needs no heading.
    const isTop = page.sections[0]?.headings.length === 0;
    const title = element('div', { class: 'ibid-search-page', 'aria-hidden': 'true' }, ...litParts(page.title));
    title.dir = textDirection(page.title.text);
    return element('div', { role: 'group', 'aria-label': page.title.text }, ...(isTop ? [] : [title]), ...rows);
  });
}

function resultRow(page: FoundPage, section: FoundSection, host: HostPage, messages: Messages): HTMLElement {
  const { anchor, headings, kind, snippet } = section;
  const isOfText = kind === 'text' || kind === 'code';
  const to = { url: page.url, anchor, quote: isOfText ? snippet.text : '' };
  const path = headings.length === 0 ? [page.title] : headings;
  const name = element('span', { class: 'ibid-search-name', dir: textDirection(path.at(-1)!.text) });
  for (const [at, heading] of path.entries()) {
    if (at > 0) name.append(element('span', { class: 'ibid-search-part' }, ' › '));
    name.append(...litParts(heading));
  }
  const text = element('span', { class: 'ibid-search-snippet', dir: textDirection(snippet.text) });
  text.append(...litParts(snippet));
  const row = element(
    'a',
    { role: 'option', class: 'ibid-search-row', 'data-kind': kind, tabindex: '-1', href: host.hrefOf(to) || undefined },
    kindIcon(kind, messages),
    element('span', { class: 'ibid-search-text' }, name, ...(snippet.text === '' ? [] : [text])),
  );
  destinations.set(row, to);
  return row;
}

/** The last row. The launcher's own listener asks the question of a pressed element with `data-ibid-open`. */
function askRow(question: string, messages: Messages): HTMLElement {
  const attributes = { role: 'option', class: 'ibid-search-row', 'data-kind': 'ask' };
  const [before = '', after = ''] = messages.searchAsk.split('{question}');
  // The question may be in another script than the text around it.
  const name = element('span', { class: 'ibid-search-name' }, before, element('bdi', {}, question), after);
  return element(
    'div',
    { ...attributes, 'data-ibid-open': question, 'data-ibid-ask': '' },
    kindIcon('ask', messages),
    element('span', { class: 'ibid-search-text' }, name),
  );
}

function litParts({ text, lit }: LitText): readonly (Node | string)[] {
  const parts: (Node | string)[] = [];
  let from = 0;
  for (const { start, end } of lit) {
    parts.push(text.slice(from, start), element('mark', {}, text.slice(start, end)));
    from = end;
  }
  return [...parts, text.slice(from)];
}

const SHAPES: Readonly<Record<FoundSection['kind'] | 'ask' | 'find', string>> = {
  page: 'M6 3h8l4 4v14H6zM14 3v4h4',
  heading: 'M5 9h14M5 15h14M10 4 8 20M16 4l-2 16',
  text: 'M5 6h14M5 10h14M5 14h14M5 18h8',
  code: 'm8 7-5 5 5 5m8-10 5 5-5 5',
  ask: 'M4 4h16v12h-9l-5 4v-4H4zM8 8h8m-8 4h5',
  find: 'M10 4a6 6 0 1 0 0 12 6 6 0 0 0 0-12m4.5 10.5L20 20',
};

/** Icon of a result. Only `code` has a label: the text of the row does not show that kind. */
function kindIcon(kind: keyof typeof SHAPES, messages: Messages): SVGElement {
  const svg = icon(SHAPES[kind]);
  if (kind === 'code') Object.assign(svg, { role: 'img', ariaHidden: null, ariaLabel: messages.code });
  return svg;
}
