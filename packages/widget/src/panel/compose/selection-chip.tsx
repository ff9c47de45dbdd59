import { memo, type NamedExoticComponent, type ReactNode } from 'react';
import { fill } from '../../messages/fill.ts';
import { IconButton } from '../chrome/icon-button.tsx';
import { usePanel } from '../state/panel-context.ts';
import { useStore } from '../state/use-store.ts';

/** The passage that goes along with the next question, and whether it alone may answer. */
export const SelectionChip: NamedExoticComponent<object> = memo(function SelectionChip(): ReactNode {
  const { store, messages } = usePanel();
  const selection = useStore(store, ({ scope }) => scope.selection);
  const isOnly = useStore(store, ({ scope }) => scope.onlySelection);
  if (selection === undefined) return null;
  return (
    <div className="ibid-passage" role="group" aria-label={fill(messages.passageFrom, { place: selection.place })}>
      <p className="ibid-passage-place" dir="auto">
        {selection.place}
      </p>
      <blockquote className="ibid-passage-text" dir="auto">
        {selection.text}
      </blockquote>
      <button
        type="button"
        role="switch"
        aria-checked={isOnly}
        className="ibid-switch"
        onClick={() => store.setScope({ onlySelection: !isOnly })}
      >
        <span className="ibid-switch-track" aria-hidden="true" />
        {messages.onlyPassage}
      </button>
      <IconButton
        icon="close"
        className="ibid-passage-remove"
        label={messages.removePassage}
        onClick={() => store.detach()}
      />
    </div>
  );
});
