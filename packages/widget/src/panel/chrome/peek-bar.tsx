import type { ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';

/** What is left of the panel on a narrow screen while the reader looks at a source. */
export function PeekBar({ onBack }: { readonly onBack: () => void }): ReactNode {
  const { store, messages } = usePanel();
  return (
    <div className="ibid-peek">
      <button type="button" className="ibid-button ibid-primary" onClick={onBack}>
        <Icon name="back" />
        {messages.back}
      </button>
      <IconButton icon="close" label={messages.close} onClick={() => store.close()} />
    </div>
  );
}
