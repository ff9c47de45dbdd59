import { memo, useRef, type NamedExoticComponent, type PointerEvent, type ReactNode } from 'react';
import { placeOf } from '../../exchange/answer-layout.ts';
import { fill, inDigits } from '../../messages/words.ts';
import { usePanel } from '../state/panel-context.ts';
import { PlaceLink } from './place-link.tsx';
import { sameValue, type Reference } from './references.ts';
import { useCard } from './source-card.tsx';

/** A touch of this length shows the card instead of following the link. */
const LONG_PRESS_MS = 450;

/** One footnote number in the text: a link to the quoted words, with a card on hover, focus and long press. */
const ReferenceMark: NamedExoticComponent<{ readonly reference: Reference }> = memo(function ReferenceMark({
  reference,
}): ReactNode {
  const { messages, config, cardId } = usePanel();
  const setCard = useCard();
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressed = useRef(false);
  const release = (): void => clearTimeout(press.current);

  const onPointerDown = ({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void => {
    isPressed.current = false;
    if (pointerType === 'mouse') return;
    press.current = setTimeout(() => {
      isPressed.current = true;
      setCard({ anchor: currentTarget, reference });
    }, LONG_PRESS_MS);
  };

  return (
    <PlaceLink
      to={{ url: reference.url, anchor: reference.anchor, quote: reference.quote }}
      className="ibid-ref"
      aria-label={fill(messages.source, { number: reference.number, place: placeOf(reference) })}
      aria-describedby={cardId}
      onPointerEnter={({ pointerType, currentTarget }) => {
        if (pointerType === 'mouse') setCard({ anchor: currentTarget, reference }, true);
      }}
      onPointerLeave={({ pointerType }) => {
        release();
        if (pointerType === 'mouse') setCard(undefined, true);
      }}
      onPointerDown={onPointerDown}
      onPointerUp={release}
      onPointerCancel={release}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) setCard({ anchor: currentTarget, reference });
      }}
      onBlur={() => setCard(undefined)}
      onContextMenu={(event) => {
        if (isPressed.current) event.preventDefault();
      }}
      onClick={(event) => {
        if (isPressed.current) event.preventDefault();
        else setCard(undefined);
        isPressed.current = false;
      }}
    >
      {inDigits(config.locale, reference.number)}
    </PlaceLink>
  );
}, sameValue);

/** Prevents a line break before a mark. */
const WITHOUT_BREAK = '\u2060';

/** Footnotes at one position, kept together. */
export function ReferenceMarks({ references }: { readonly references: readonly Reference[] }): ReactNode {
  if (references.length === 0) return null;
  return (
    <span className="ibid-refs">
      {WITHOUT_BREAK}
      {references.map((reference) => (
        <ReferenceMark key={reference.number} reference={reference} />
      ))}
    </span>
  );
}
