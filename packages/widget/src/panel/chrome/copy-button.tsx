import { useEffect, useState, type ReactNode } from 'react';
import { copyText } from '../state/copy-text.ts';
import { usePanel } from '../state/panel-context.ts';
import { IconButton } from './icon-button.tsx';

const SHOWN_MS = 2000;

/** `text` is asked for when pressed. How it went is shown for a moment and said to screen readers. */
export function CopyButton({ label, text }: { readonly label: string; readonly text: () => string }): ReactNode {
  const { messages, announcement } = usePanel();
  const [result, setResult] = useState<'none' | 'copied' | 'failed'>('none');
  useEffect(() => {
    if (result === 'none') return undefined;
    const timer = setTimeout(() => setResult('none'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [result]);

  const copy = async (button: HTMLElement): Promise<void> => {
    const isCopied = await copyText(text(), button);
    setResult(isCopied ? 'copied' : 'failed');
    // Said again when it is pressed again.
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
