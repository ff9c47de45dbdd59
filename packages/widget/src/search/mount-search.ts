import { MOST_SEARCHED, searchDocs, type FoundPages } from '../client/search-docs.ts';
import type { HostPage, WidgetConfig } from '../config/index.ts';
import type { Messages } from '../messages/en.ts';
import { directionOf, fill, plural } from '../messages/words.ts';
import { themeOf } from '../page/theme-of.ts';
import { askRow, destinations, element, kindIcon, resultGroups } from './search-rows.ts';

/** Milliseconds to wait after the last key. */
const DEBOUNCE = 80;

let mounted = 0;

/** Does what `mountSearch` does with the texts of `config.locale`, which the caller has already. Loads no code for other languages. */
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
