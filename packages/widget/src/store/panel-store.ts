import type { AskedScope, CapturedSelection, Exchange, FeedbackReason } from '../exchange/exchange.ts';

export interface PanelState {
  readonly isOpen: boolean;
  /** As the browser says and the last call showed. */
  readonly isOnline: boolean;
  /** Oldest first; bounded. */
  readonly exchanges: readonly Exchange[];
  /** Id of the one in flight; there is at most one. */
  readonly running: string | undefined;
  readonly draft: string;
  /** What the next question is restricted to; the chips. Locale and version begin as those being read. */
  readonly scope: AskedScope;
  /** False when the browser has not kept the latest question; the panel then forgets it on reload. */
  readonly isKept: boolean;
}

/**
 * All that the panel does. Listeners are told at once of what the reader does, and once for all that the network brings within one
 * frame. Nothing here touches the DOM.
 */
export interface PanelStore {
  getState(): PanelState;
  subscribe(listener: () => void): () => void;
  open(): void;
  close(): void;
  setDraft(text: string): void;
  /** Asks with the chips of now, and ends the question in flight. Blank questions do nothing. Earlier ones left out are left out once. */
  ask(question: string): void;
  /** Ends the question in flight and keeps what has come. */
  stop(): void;
  /** Asks it again, in its place, with the scope it had; `exact` searches the words as typed from then on. */
  retry(id: string, exact?: true): void;
  /** Puts the passage into the scope, with "only this passage" on. */
  attach(selection: CapturedSelection): void;
  detach(): void;
  setScope(change: Partial<AskedScope>): void;
  /** Rejects nothing: how it went stands in the exchange. */
  rate(id: string, verdict: 'up' | 'down', reasons: readonly FeedbackReason[], note: string): void;
  /** Forgets all exchanges, here, in storage and in every other tab. */
  clear(): void;
  /** Ends what is in flight; the store is not used afterwards. */
  dispose(): void;
}

/** The scope with `change`, made whole: without a passage nothing is restricted to it, without a page there is no section. */
export function changeScope(scope: AskedScope, change: Partial<AskedScope>): AskedScope {
  const next = { ...scope, ...change };
  return {
    ...next,
    onlySelection: next.onlySelection && next.selection !== undefined,
    section: next.page === undefined ? undefined : next.section,
  };
}
