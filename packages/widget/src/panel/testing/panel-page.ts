/** Runs in the browser: mounts the panel on a page whose host records where it was sent. */
import type { Destination, HostPage, PageContext, WidgetConfig } from '../../config/index.ts';
import { loadMessages } from '../../messages/load-messages.ts';
import { mountPanelWith, type PanelHandle } from '../mount-panel.tsx';

export interface PanelPage {
  readonly visited: Destination[];
  panel: PanelHandle | undefined;
  /** Reports to the panel that the reader has gone to another page. */
  navigate(context: Partial<PageContext>): void;
  mount(options: MountOnPage): Promise<void>;
}

export interface MountOnPage {
  readonly config?: Partial<WidgetConfig>;
  readonly context?: Partial<PageContext>;
  /** Result of `go`. @default true */
  readonly canGo?: boolean;
  /** Makes the host throw on every call about an answer. */
  readonly isBroken?: boolean;
  /** Theme of the page around the panel. */
  readonly theme?: 'light' | 'dark';
}

const visited: Destination[] = [];
const listeners = new Set<() => void>();
let context: PageContext = {
  url: `${location.origin}/docs/nodes-and-topics`,
  title: 'Nodes, topics and messages',
  section: { id: 'what-is-a-topic', title: 'What is a topic?' },
  locale: 'en',
  version: '2.0',
};

const page: PanelPage = {
  visited,
  panel: undefined,
  navigate(change) {
    context = { ...context, ...change };
    for (const listener of listeners) listener();
  },
  async mount({ config, context: where, canGo = true, isBroken = false, theme }) {
    context = { ...context, ...where };
    if (theme !== undefined) document.documentElement.dataset['theme'] = theme;
    const host: HostPage = {
      current: () => context,
      onNavigate(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      hrefOf({ url, anchor, quote }) {
        if (isBroken) throw new Error('planted');
        if (!/^https?:\/\//u.test(url)) return '';
        const fragment = quote === '' ? '' : `:~:text=${encodeURIComponent(quote)}`;
        return `${url}${anchor === '' && fragment === '' ? '' : '#'}${anchor}${fragment}`;
      },
      go(to) {
        visited.push(to);
        return Promise.resolve(canGo);
      },
      versionName: (version) => (version === 'current' ? 'Next' : version),
      highlightCode: (code, language) => {
        if (isBroken) throw new Error('planted');
        return language === 'bash'
          ? code
              .split('\n')
              .map((line) => [
                line.startsWith('#')
                  ? { text: line, className: 'token comment' }
                  : { text: line.split(' ')[0] ?? '', className: 'token function' },
                { text: line.startsWith('#') ? '' : line.slice((line.split(' ')[0] ?? '').length), className: '' },
              ])
          : undefined;
      },
    };
    page.panel = mountPanelWith(await loadMessages(config?.locale ?? 'en'), {
      root: document.body,
      host,
      config: {
        api: '',
        siteKey: '',
        locale: 'en',
        messages: {},
        shortcut: '',
        searchShortcut: '',
        launcher: false,
        askSelection: false,
        content: 'main',
        suggestions: [],
        storageKey: 'ibid-test',
        ...config,
      },
    });
  },
};

Object.assign(window, { ibid: page });
