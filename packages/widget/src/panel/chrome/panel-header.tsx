import { useLayoutEffect, useRef, useState, type ReactNode, useEffect } from 'react';
import { usePanel, useStore } from '../state/panel-context.ts';
import { IconButton, CopyButton, Icon } from './icon-button.tsx';

interface PanelHeaderProps {
  readonly titleId: string;
  /** `undefined` if the panel cannot be made wider. */
  readonly isExpanded: boolean | undefined;
  readonly onExpand: () => void;
}

/** Title of the panel, and buttons for the whole panel. Clearing asks for confirmation in place of the title. */
export function PanelHeader({ titleId, isExpanded, onExpand }: PanelHeaderProps): ReactNode {
  const { store, messages } = usePanel();
  const hasHistory = useStore(store, ({ exchanges }) => exchanges.length > 0);
  const [isClearing, setClearing] = useState(false);
  const keep = useRef<HTMLButtonElement>(null);
  const clear = useRef<HTMLButtonElement>(null);
  const wasClearing = useRef(false);
  const title = useRef<HTMLHeadingElement>(null);

  useLayoutEffect(() => {
    if (isClearing) keep.current?.focus();
    else if (wasClearing.current) (clear.current ?? title.current)?.focus();
    wasClearing.current = isClearing;
  }, [isClearing]);

  return (
    <header className="ibid-header">
      <h2 id={titleId} className="ibid-title" tabIndex={-1} ref={title} data-ibid-focus="touch">
        {messages.title}
      </h2>
      <PageTools />
      {hasHistory && (
        <IconButton
          ref={clear}
          icon="clear"
          label={messages.clear}
          aria-expanded={isClearing}
          onClick={() => setClearing(!isClearing)}
        />
      )}
      {isExpanded !== undefined && (
        <IconButton
          icon={isExpanded ? 'shrink' : 'expand'}
          label={isExpanded ? messages.shrink : messages.expand}
          onClick={onExpand}
        />
      )}
      <IconButton icon="close" label={messages.close} onClick={() => store.close()} />
      {isClearing && (
        <div className="ibid-confirm" role="group" aria-label={messages.clearQuestion}>
          <p>{messages.clearQuestion}</p>
          <button
            type="button"
            className="ibid-button ibid-danger"
            onClick={() => {
              store.clear();
              setClearing(false);
            }}
          >
            {messages.clearYes}
          </button>
          <button type="button" className="ibid-button" ref={keep} onClick={() => setClearing(false)}>
            {messages.clearNo}
          </button>
        </div>
      )}
    </header>
  );
}

/** Buttons for the Markdown version of the open page, if the site has one. */
export function PageTools(): ReactNode {
  const { host, messages } = usePanel();
  const [address, setAddress] = useState('');
  useEffect(() => {
    const read = (): void => setAddress((host.markdown ?? markdownHere)());
    read();
    return host.onNavigate(read);
  }, [host]);
  if (address === '') return null;
  const label = messages.openMarkdown;
  return (
    <>
      <CopyButton label={messages.copyPage} text={() => markdownAt(address)} />
      <a className="ibid-icon-button" href={address} target="_blank" aria-label={label} title={label}>
        <Icon name="page" />
      </a>
    </>
  );
}

async function markdownAt(address: string): Promise<string> {
  const response = await fetch(address);
  return response.ok ? response.text() : Promise.reject();
}

/** Address from the head of the loaded page. After navigation without a reload, it is derived from the current address. */
function markdownHere(): string {
  const { href = '' } = document.querySelector<HTMLLinkElement>('link[type="text/markdown"]') ?? {};
  const here = pageOf(location.href);
  return href && pageOf(href) !== here ? `${here}/index.md` : href;
}

function pageOf(url: string): string {
  return url.replace(/(?:\/(?:index)?)?(?:\.(?:html?|md))?(?:[?#].*)?$/u, '');
}
