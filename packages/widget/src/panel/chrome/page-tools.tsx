import { useEffect, useState, type ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';
import { CopyButton, Icon } from './icon-button.tsx';

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
