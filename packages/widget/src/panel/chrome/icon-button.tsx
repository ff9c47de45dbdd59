import { useEffect, useState, type ComponentProps, type ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  readonly icon: IconName;
  /** Accessible name, also shown on hover. */
  readonly label: string;
};

const PATHS = {
  close: 'M6 6l12 12M18 6L6 18',
  expand: 'M14 5h5v5M10 19H5v-5M19 5l-6 6M5 19l6-6',
  shrink: 'M19 10h-5V5M5 14h5v5M14 10l6-6M10 14l-6 6',
  clear: 'M5 7h14M10 7V5h4v2M7 7l1 12h8l1-12M10.5 11v5M13.5 11v5',
  send: 'M12 19V5M6 11l6-6 6 6',
  down: 'M12 5v14M6 13l6 6 6-6',
  back: 'M19 12H5M11 6l-6 6 6 6',
  copy: 'M9 9h10v11H9zM15 9V5H5v11h4',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  again: 'M19 12a7 7 0 1 1-2.2-5.100M19 4v4.5h-4.5',
  up: 'M7 11v9H4v-9zM7 11l4-7c1.5 0 2.5 1 2.2 2.5L12.5 10H18a2 2 0 0 1 2 2.3l-1 6A2 2 0 0 1 17 20H7',
  quote: 'M5 6v12M9 8h10M9 12h10M9 16h6',
  page: 'M7 4h7l4 4v12H7zM14 4v4h4',
  search: 'M11 5a6 6 0 1 1 0 12 6 6 0 0 1 0-12M15.5 15.5L20 20',
  warn: 'M12 4.5l8.5 15h-17zM12 10v4.5M12 17v.01',
  info: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 11v5M12 8v.01',
  clock: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M12 8v4.5l3 2',
  offline: 'M4 4l16 16M8.5 15.5a5 5 0 0 1 5-1.2M5 12a10 10 0 0 1 4-2.3M14 9.3a10 10 0 0 1 5 2.700M12 19v.01',
  hand: 'M12 4a8 8 0 1 1 0 16 8 8 0 0 1 0-16M6.5 6.5l11 11',
} as const;

const SHOWN_MS = 2000;

export function IconButton({ icon, label, className = '', ...rest }: IconButtonProps): ReactNode {
  return (
    <button type="button" className={`ibid-icon-button ${className}`} aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}

export type IconName = keyof typeof PATHS | 'stop';

/** Drawn in the current text colour; hidden from screen readers. */
export function Icon({ name }: { readonly name: IconName }): ReactNode {
  return (
    <svg className="ibid-icon" viewBox="0 0 24 24" aria-hidden="true" data-icon={name}>
      {name === 'stop' ? <rect x="7" y="7" width="10" height="10" rx="1.5" /> : <path d={PATHS[name]} />}
    </svg>
  );
}

/** A button that copies `text`, which is called on press and may take a moment. The result is shown briefly and announced to screen readers. */
export function CopyButton({
  label,
  text,
}: {
  readonly label: string;
  readonly text: () => string | Promise<string>;
}): ReactNode {
  const { messages, announcement } = usePanel();
  const [result, setResult] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (result === 'none') return undefined;
    const timer = setTimeout(() => setResult('none'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = async (button: HTMLElement): Promise<void> => {
    const isCopied = await copyText(text, button);
    setResult(isCopied ? 'copied' : 'failed');
    // Cleared first, so that a second press is announced again.
    announcement.set('');
    announcement.set(isCopied ? messages.copied : messages.copyFailed);
  };
  const shown = { none: label, copied: messages.copied, failed: messages.copyFailed }[result];
  return (
    <IconButton
      icon={{ none: 'copy', copied: 'check', failed: 'warn' }[result] as 'copy'}
      label={shown}
      data-result={result}
      onClick={({ currentTarget }) => void copy(currentTarget)}
    />
  );
}

/** Writes a text to the clipboard. Returns false if getting the text fails or the browser forbids it. `near` is an element of the panel. */
async function copyText(text: () => string | Promise<string>, near: HTMLElement): Promise<boolean> {
  let found = '';
  try {
    found = await text();
    await navigator.clipboard.writeText(found);
    return true;
  } catch {
    return found !== '' && copyBySelection(found, near);
  }
}

/** For pages without a secure context, where the clipboard API is missing. */
function copyBySelection(text: string, near: HTMLElement): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'ibid-hidden';
  near.after(field);
  field.select();
  try {
    // eslint-disable-next-line typescript/no-deprecated -- there is nothing else in such pages
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    near.focus({ preventScroll: true });
  }
}
