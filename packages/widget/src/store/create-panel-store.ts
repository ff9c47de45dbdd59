import { type AskEvent, type AskTimeouts, askQuestion, sendFeedback } from '@ibid/client';
import type * as KeptFeedback from '../client/kept-feedback.ts';
import { fetchOf, prepare, type StaticOptions } from '../client/static-fetch.ts';
import type { PageContext, WidgetConfig } from '../config/index.ts';
import type { AskedScope, CapturedSelection, Exchange, Feedback, FeedbackReason } from '../exchange/exchange.ts';
import { foldEvent, isRunning, newExchange } from '../exchange/exchange.ts';
import { ASK_LIMITS, clip, requestOf } from '../exchange/request-of.ts';
import { createExchangeKeeper } from './create-exchange-keeper.ts';
import { type Surroundings, browserSurroundings } from './surroundings.ts';

export interface PanelStoreOptions {
  readonly config: Pick<WidgetConfig, 'api' | 'siteKey' | 'storageKey'>;
  /** Returns the page the reader is on. */
  readonly current: () => PageContext;
  /** Subscribes to navigation. After each one, locale and version of the next question follow the page, unless the reader has chosen them. */
  readonly onNavigate?: (listener: () => void) => () => void;
  /** Replacements for functions of the browser. */
  readonly surroundings?: Partial<Surroundings>;
  readonly timeouts?: AskTimeouts;
}

const KEEP_AFTER_MS = 500;
/** A pause of the typing reader, in milliseconds. */
const PAUSE_MS = 600;

/** Creates the state of the panel and the actions on it. Each change makes a new state object; unchanged parts stay identical. */
export function createPanelStore(options: PanelStoreOptions): PanelStore {
  const { config, current } = options;
  const around: Surroundings = { ...browserSurroundings(), ...options.surroundings };
  const keeper = createExchangeKeeper(around.storages, config.storageKey);
  const fetchHere = around.fetch ?? fetchOf(config.api);
  const listeners = new Set<() => void>();
  /** Parts of the scope chosen by the reader; these no longer follow the page. */
  const chosen = new Set<string>();
  let running: { readonly id: string; readonly connection: AbortController } | undefined;
  let cancelFrame: (() => void) | undefined;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let draftTimer: ReturnType<typeof setTimeout> | undefined;
  let isDirty = false;
  let isDisposed = false;
  let answersOffline = false;
  let owner: Promise<StaticOptions> = Promise.resolve({});
  const isOnline = (): boolean => answersOffline || around.isOnline();

  let state: PanelState = {
    isOpen: false,
    isOnline: isOnline(),
    exchanges: keeper.read(),
    running: undefined,
    draft: '',
    scope: { selection: undefined, onlySelection: false, page: undefined, section: undefined, ...placeNow() },
    isKept: keeper.canKeep(),
  };

  function placeNow(): Pick<AskedScope, 'locale' | 'version'> {
    const { locale, version } = current();
    return { locale, version };
  }

  /** Shows changes made by the reader immediately; a text field could not wait. */
  function show(change: Partial<PanelState>): void {
    state = { ...state, ...change };
    tell();
  }
  /** Shows changes from the network together, at the next frame. */
  function showSoon(change: Partial<PanelState>): void {
    state = { ...state, ...change };
    if (!isDisposed) cancelFrame ??= around.nextFrame(tell);
  }
  function tell(): void {
    cancelFrame?.();
    cancelFrame = undefined;
    for (const listener of listeners) listener();
  }

  function withExchange(next: Exchange): readonly Exchange[] {
    return state.exchanges.map((one) => (one.id === next.id ? next : one));
  }
  function keepSoon(): void {
    if (isDisposed) return;
    isDirty = true;
    keepTimer ??= setTimeout(keep, KEEP_AFTER_MS);
  }
  function keep(): void {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    // Another tab may have cleared or written in the meantime, so unchanged data is not written again.
    if (!isDirty) return;
    forgetCleared();
    isDirty = false;
    const isKept = keeper.write(state.exchanges);
    if (isKept !== state.isKept) showSoon({ isKept });
  }
  /** Removes exchanges that were cleared in another tab. */
  function forgetCleared(): void {
    const left = keeper.uncleared(state.exchanges);
    if (left !== state.exchanges) goOnWith(left);
  }
  /** Replaces the exchanges. Aborts the running question if it is not among them. */
  function goOnWith(exchanges: readonly Exchange[]): void {
    const run = running;
    if (run !== undefined && !exchanges.some(({ id }) => id === run.id)) {
      running = undefined;
      run.connection.abort();
    }
    showSoon({ exchanges, running: running?.id });
  }

  function start(exchange: Exchange, before: readonly Exchange[]): void {
    const run = { id: exchange.id, connection: new AbortController() };
    running = run;
    keepSoon();
    void askQuestion({
      api: config.api,
      siteKey: config.siteKey,
      request: requestOf(exchange, before),
      signal: run.connection.signal,
      onEvent: (event) => take(run.id, event),
      fetch: fetchHere,
      timeouts: options.timeouts,
      isOnline,
    });
  }
  function take(id: string, given: AskEvent): void {
    // The worker of a static site cannot tell why it did not get a file.
    const isUnreached = given.type === 'failed' && given.failure.kind === 'unavailable' && !isOnline();
    const event: AskEvent = isUnreached ? { ...given, failure: { ...given.failure, kind: 'offline' } } : given;
    const exchange = state.exchanges.find((one) => one.id === id);
    if (exchange === undefined) return;
    const next = foldEvent(exchange, event);
    isDirty = true;
    if (!isRunning(next)) {
      running = undefined;
      keepSoon();
    }
    if (event.type === 'failed' && event.failure.kind === 'missing') {
      // eslint-disable-next-line no-console -- for the owner of the site: readers can do nothing about it
      console.warn(
        `[ibid] \`ibid serve\` does not answer at ${config.api || 'this origin'}: start it there, name its \`api\`, or publish a static index.`,
      );
    }
    const isCutOff = event.type === 'failed' && event.failure.kind === 'offline';
    const isReached = event.type === 'started' || (state.isOnline && !isCutOff);
    if (next !== exchange) showSoon({ exchanges: withExchange(next), running: running?.id, isOnline: isReached });
  }
  function takeReady({ offline }: StaticOptions): void {
    if (offline !== true) return;
    answersOffline = true;
    show({ isOnline: true });
  }
  /** After each word and at each pause, a static site loads what the question needs as far as it is typed. */
  function prepareDraft(): void {
    const { draft: question, scope, exchanges } = state;
    if (question.trim() !== '') void prepare(config.api, () => requestOf({ question, scope }, exchanges));
  }
  /** Aborts the running question. Its last event is handled before this returns. */
  function stop(): void {
    running?.connection.abort();
  }

  async function send({ id, requestId, question, askedOn = '' }: Exchange, feedback: Feedback): Promise<void> {
    const { verdict, reasons, note } = feedback;
    const { api, siteKey } = config;
    const body = { request_id: requestId, verdict, reasons, note, question, page: askedOn };
    let { keepsFeedback } = await owner;
    // The files may not have been reached when the panel was opened.
    if (keepsFeedback === undefined) ({ keepsFeedback } = await (owner = prepare(api)));
    const how = keepsFeedback
      ? await ofKept((kept) => kept.keepFeedback(api, body)).catch(() => 'failed' as const)
      : await sendFeedback({ api, siteKey, feedback: body, fetch: fetchHere });
    const exchange = state.exchanges.find((one) => one.id === id);
    // Asked again or rated again in the meantime.
    if (exchange?.feedback !== feedback) return;
    showSoon({ exchanges: withExchange({ ...exchange, feedback: { ...feedback, state: how } }) });
    keepSoon();
  }

  const ending = new AbortController();
  const on = (type: string, listener: (event: Event) => void): void =>
    around.events.addEventListener(type, listener, { signal: ending.signal });
  for (const type of ['online', 'offline']) on(type, () => show({ isOnline: isOnline() }));
  // The page may be left for good.
  for (const type of ['pagehide', 'visibilitychange']) on(type, keep);
  // Another tab may have written.
  on('storage', forgetCleared);
  on('pageshow', (event) => {
    // Shown again unchanged, after other pages in the same tab.
    if (!(event as PageTransitionEvent).persisted) return;
    goOnWith(keeper.merge(state.exchanges));
    tell();
  });
  const leave = options.onNavigate?.(() => show({ scope: scopeHere() }));
  /** A chosen page keeps its own language and version: those of another page would not match it. */
  function scopeHere(scope = state.scope): AskedScope {
    if (scope.page !== undefined) return scope;
    const followed = Object.entries(placeNow()).filter(([name]) => !chosen.has(name));
    return changeScope(scope, Object.fromEntries(followed));
  }
  /** Choosing the open page also takes its language and version, unless the reader wants all of them. */
  function chosenScope(change: Partial<AskedScope>): AskedScope {
    const scope = changeScope(state.scope, change);
    if (change.page === undefined || change.page.url !== current().url) return scopeHere(scope);
    const { locale, version } = placeNow();
    return changeScope(scope, { locale: scope.locale && locale, version: scope.version && version, ...change });
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    open() {
      if (!state.isOpen) void (owner = prepare(config.api)).then(takeReady);
      show({ isOpen: true, scope: scopeHere() });
    },
    close: () => show({ isOpen: false }),
    setDraft(draft) {
      show({ draft });
      clearTimeout(draftTimer);
      draftTimer = setTimeout(prepareDraft, draft.endsWith(' ') ? 0 : PAUSE_MS);
    },
    ask(given) {
      const question = clip(given.trim(), ASK_LIMITS.query);
      if (question === '' || isDisposed) return;
      stop();
      forgetCleared();
      const before = state.exchanges;
      // The page may report its version only after the navigation event.
      const scope = scopeHere();
      const exchange = newExchange({
        id: around.newId(),
        question,
        scope,
        askedAt: keeper.timeAfter(state.exchanges, around.now()),
        askedOn: current().url,
      });
      start(exchange, before);
      const draft = state.draft.trim() === given.trim() ? '' : state.draft;
      show({
        exchanges: [...before, exchange].slice(-ASK_LIMITS.exchanges),
        running: exchange.id,
        draft,
        scope,
      });
    },
    stop() {
      stop();
      tell();
    },
    retry(id, exact) {
      if (isDisposed) return;
      stop();
      forgetCleared();
      const at = state.exchanges.findIndex((one) => one.id === id);
      const old = state.exchanges[at];
      if (old === undefined) return;
      const before = state.exchanges.slice(0, at);
      const { question, askedOn } = old;
      const exchange = newExchange({
        id,
        question,
        scope: old.scope,
        askedAt: keeper.timeAfter(state.exchanges, around.now()),
        askedOn,
        exact: exact ?? old.exact,
      });
      start(exchange, before);
      show({ exchanges: withExchange(exchange), running: id });
    },
    attach: (selection) => show({ scope: changeScope(state.scope, { selection, onlySelection: true }) }),
    detach: () => show({ scope: changeScope(state.scope, { selection: undefined }) }),
    setScope(change) {
      for (const name of Object.keys(change)) chosen.add(name);
      show({ scope: chosenScope(change) });
    },
    rate(id, verdict, reasons, note) {
      const exchange = state.exchanges.find((one) => one.id === id);
      if (exchange === undefined || isRunning(exchange) || exchange.requestId === '' || isDisposed) return;
      const feedback: Feedback = { verdict, reasons, note: clip(note.trim(), ASK_LIMITS.note), state: 'sending' };
      show({ exchanges: withExchange({ ...exchange, feedback }) });
      void send(exchange, feedback);
    },
    downloadFeedback: () => void ofKept((kept) => kept.download(config.api)),
    clear() {
      const isKept = keeper.clear(state.exchanges, around.now());
      void ofKept((kept) => kept.forget(config.api));
      goOnWith([]);
      show({ isKept });
    },
    dispose() {
      if (isDisposed) return;
      isDisposed = true;
      stop();
      keep();
      clearTimeout(draftTimer);
      cancelFrame?.();
      listeners.clear();
      ending.abort();
      leave?.();
    },
  };
}

/** Loads the code for feedback that this browser keeps, because few readers have any. */
async function ofKept<R>(act: (kept: typeof KeptFeedback) => R): Promise<R> {
  return act(await import('../client/kept-feedback.ts'));
}

export interface PanelState {
  readonly isOpen: boolean;
  /** According to the browser and the last request. */
  readonly isOnline: boolean;
  /** Oldest first; bounded. */
  readonly exchanges: readonly Exchange[];
  /** Id of the running exchange; at most one runs at a time. */
  readonly running: string | undefined;
  readonly draft: string;
  /** Scope of the next question, shown as chips. Locale and version start as those of the page. */
  readonly scope: AskedScope;
  /** False if the browser could not store the latest question; the panel then loses it on reload. */
  readonly isKept: boolean;
}

/**
 * State and actions of the panel. Listeners are called immediately for changes made by the reader, and once per frame for changes
 * from the network. Does not touch the DOM.
 */
export interface PanelStore {
  getState(): PanelState;
  subscribe(listener: () => void): () => void;
  open(): void;
  close(): void;
  setDraft(text: string): void;
  /** Asks with the current scope and ends the running question. Does nothing for a blank question. */
  ask(question: string): void;
  /** Ends the running question and keeps the statements received so far. */
  stop(): void;
  /** Asks the question again, at the same position and with the same scope. With `exact`, its words are searched as typed from then on. */
  retry(id: string, exact?: true): void;
  /** Adds the passage to the scope, with "only this passage" switched on. */
  attach(selection: CapturedSelection): void;
  detach(): void;
  setScope(change: Partial<AskedScope>): void;
  /** Never rejects: the exchange records if the rating was sent. */
  rate(id: string, verdict: 'up' | 'down', reasons: readonly FeedbackReason[], note: string): void;
  /** Offers the feedback that this browser keeps as a file. */
  downloadFeedback(): void;
  /** Clears all exchanges, and the feedback that this browser keeps, here, in storage and in every other tab. */
  clear(): void;
  /** Ends the running question; the store must not be used afterwards. */
  dispose(): void;
}

/** Applies `change` to the scope and keeps it consistent: without a passage nothing is restricted to it, without a page there is no section. */
export function changeScope(scope: AskedScope, change: Partial<AskedScope>): AskedScope {
  const next = { ...scope, ...change };
  return {
    ...next,
    onlySelection: next.onlySelection && next.selection !== undefined,
    section: next.page === undefined ? undefined : next.section,
  };
}
