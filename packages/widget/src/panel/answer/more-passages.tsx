import { useState, type ReactNode } from 'react';
import type { Closest } from '../../client/wire.ts';
import { usePanel } from '../state/panel-context.ts';
import { ClosestList } from './closest-list.tsx';

/** Further passages below an answer, shown when the reader asks for them. */
export function MorePassages({ closest }: { readonly closest: readonly Closest[] }): ReactNode {
  const { messages } = usePanel();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="ibid-more">{messages.moreFromPages}</summary>
      {isOpen && <ClosestList closest={closest} />}
    </details>
  );
}
