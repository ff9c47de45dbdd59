import { memo, type NamedExoticComponent, type ReactNode } from 'react';
import { fill } from '../../messages/fill.ts';
import { inDigits } from '../../messages/in-digits.ts';
import { IconButton } from '../chrome/icon-button.tsx';
import { usePanel } from '../state/panel-context.ts';
import { useStore } from '../state/use-store.ts';
import { PassageText } from './passage-text.tsx';

/** The passage that goes along with the next question, and whether it alone may answer. */
export const SelectionChip: NamedExoticComponent<object> = memo(function SelectionChip(): ReactNode {
  const { store, messages, config } = usePanel();
  const selection = useStore(store, ({ scope }) => scope.selection);
  const isOnly = useStore(store, ({ scope }) => scope.onlySelection);
  if (selection === undefined) return null;
  return (
    <div className="ibid-passage" role="group" aria-label={fill(messages.passageFrom, { place: selection.place })}>
      <p className="ibid-passage-place" dir="auto">
        {selection.place}
      </p>
      <PassageText key={selection.text} text={selection.text} />
      {selection.total !== undefined && (
        <p className="ibid-passage-cut">
          {fill(messages.passageCut, {
            count: inDigits(config.locale, selection.text.length),
            total: inDigits(config.locale, selection.total),
          })}
        </p>
      )}
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
