import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Destination, HostPage } from '../config/index.ts';
import { directionOf } from '../messages/words.ts';
import { SourceCard } from './answer/footnote.tsx';
import { Boundary, BrokenPanel, Notices, PeekBar, StatusRegion } from './chrome/notices.tsx';
import { Conversation } from './chrome/conversation.tsx';
import { PanelHeader } from './chrome/panel-header.tsx';
import { Composer, isComposing } from './compose/composer.tsx';
import type { IbidPanelProps } from './mount-panel.tsx';
import { createCell, PanelContext, useStore, type PanelTools, type ShownCard } from './state/panel-context.ts';
import { focusIn, useDialog, useKeepFocus, useMedia, useTheme, useVisibleHeight } from './state/use-dialog.ts';

/** Breakpoint of Docusaurus. */
const WIDE = '(min-width: 997px)';

/** The panel: next to the page on wide screens, over the whole page on narrow ones. It keeps its state in both cases, and while it is closed. */
export function IbidPanel({ store, host, config, messages, root, request }: IbidPanelProps): ReactNode {
  const isOpen = useStore(store, (state) => state.isOpen);
  const isWide = useMedia(WIDE);
  const theme = useTheme(root);
  const [isExpanded, setExpanded] = useState(false);
  const [isPeeking, setPeeking] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const isAlone = config.standalone === true;
  const direction = directionOf(config.locale);
  const mode = isWide ? 'docked' : isPeeking ? 'peek' : 'modal';

  const tools = useMemo<PanelTools>(
    () => ({
      store,
      host,
      config,
      messages,
      card: createCell<ShownCard | undefined>(undefined),
      cardId: `${titleId}card`,
      announcement: createCell(''),
      mountedAt: Date.now(),
      visit(to, href) {
        // A page below a modal dialog is inert: it could not be seen or read.
        if (!matchMedia(WIDE).matches) flushSync(() => setPeeking(true));
        void go(host, to, href);
      },
    }),
    [store, host, config, messages, titleId],
  );

  useDialog(dialog, isOpen, mode);
  useKeepFocus(dialog);
  useVisibleHeight(dialog, isOpen && mode === 'modal');
  const isBeside = isOpen && mode === 'docked' && !isExpanded && !isAlone;
  // In the same frame, so that the panel never covers the page before the page has made space.
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    if (isBeside) dataset['ibidDocked'] = direction === 'rtl' ? 'left' : 'right';
    return () => {
      delete dataset['ibidDocked'];
    };
  }, [isBeside, direction]);
  useEffect(() => {
    if (!isOpen) {
      setPeeking(false);
      tools.card.set(undefined);
    }
  }, [isOpen, tools]);
  // Immediately, like every focus change: a moment later the reader may have moved on.
  useLayoutEffect(() => {
    if (request === undefined) return;
    // After a full reload the reader wants to see the page, not the panel over it.
    setPeeking(request.restored === true && !matchMedia(WIDE).matches);
    if (request.restored !== true && dialog.current !== null) focusIn(dialog.current);
  }, [request]);

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isComposing(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (tools.card.get() === undefined) store.close();
    else tools.card.set(undefined);
  };
  const back = (): void => {
    flushSync(() => setPeeking(false));
    if (dialog.current !== null) focusIn(dialog.current, true);
  };

  return (
    <PanelContext value={tools}>
      <dialog
        ref={dialog}
        className="ibid-panel"
        data-theme={theme}
        data-mode={mode}
        data-expanded={isExpanded}
        data-standalone={isAlone || undefined}
        data-restored={request?.restored === true || undefined}
        lang={config.locale === '' ? undefined : config.locale}
        dir={direction}
        aria-labelledby={titleId}
        aria-modal={mode === 'modal' ? undefined : false}
        onKeyDown={onKeyDown}
        onCancel={(event) => {
          event.preventDefault();
          store.close();
        }}
        onClose={({ currentTarget }) => {
          // Browsers close a dialog by themselves on a second request.
          if (!currentTarget.open && store.getState().isOpen) store.close();
        }}
      >
        <div className="ibid-body" hidden={mode === 'peek'}>
          <Boundary fallback={(again) => <BrokenPanel onCleared={again} />}>
            <PanelHeader
              titleId={titleId}
              isExpanded={mode === 'docked' && !isAlone ? isExpanded : undefined}
              onExpand={() => setExpanded(!isExpanded)}
            />
            <Conversation />
            <Notices />
            <Composer />
          </Boundary>
        </div>
        {mode === 'peek' && <PeekBar onBack={back} />}
        <Boundary fallback={() => null}>
          <SourceCard />
          <StatusRegion />
        </Boundary>
      </dialog>
    </PanelContext>
  );
}

/** Goes to a place through the host; if it cannot, follows the link. */
async function go(host: HostPage, to: Destination, href: string): Promise<void> {
  const isThere = await host.go(to).catch(() => false);
  if (!isThere) location.assign(href);
}
