import { memo, useRef, type NamedExoticComponent, type PointerEvent, type ReactNode } from 'react';
import type { Citation } from '../../client/wire.ts';
import { fill } from '../../messages/fill.ts';
import { inDigits } from '../../messages/in-digits.ts';
import { usePanel } from '../state/panel-context.ts';
import { useCardTimer } from './use-card-timer.ts';
import { PlaceLink } from './place-link.tsx';
import { sameValue } from './same-value.ts';
import { placeOf } from './place-of.ts';

/** A finger that rests so long wants to see, not to go. */
const LONG_PRESS_MS = 450;

/** One footnote number in the text: a link to the quoted words, with a card on hover, focus and long press. */
export const ReferenceMark: NamedExoticComponent<{ readonly citation: Citation }> = memo(function ReferenceMark({
  citation,
}: {
  readonly citation: Citation;
}): ReactNode {
  const { messages, config, cardId } = usePanel();
  const card = useCardTimer();
  const press = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isPressed = useRef(false);
  const release = (): void => clearTimeout(press.current);

  const onPointerDown = ({ pointerType, currentTarget }: PointerEvent<HTMLElement>): void => {
    isPressed.current = false;
    if (pointerType === 'mouse') return;
    press.current = setTimeout(() => {
      isPressed.current = true;
      card.show(currentTarget, citation);
    }, LONG_PRESS_MS);
  };

  return (
    <PlaceLink
      to={{ url: citation.url, anchor: citation.anchor, quote: citation.quote }}
      className="ibid-ref"
      aria-label={fill(messages.source, { number: citation.index, place: placeOf(citation) })}
      aria-describedby={cardId}
      onPointerEnter={({ pointerType, currentTarget }) => {
        if (pointerType === 'mouse') card.showSoon(currentTarget, citation);
      }}
      onPointerLeave={({ pointerType }) => {
        release();
        if (pointerType === 'mouse') card.hideSoon();
      }}
      onPointerDown={onPointerDown}
      onPointerUp={release}
      onPointerCancel={release}
      onFocus={({ currentTarget }) => {
        if (currentTarget.matches(':focus-visible')) card.show(currentTarget, citation);
      }}
      onBlur={card.hide}
      onContextMenu={(event) => {
        if (isPressed.current) event.preventDefault();
      }}
      onClick={(event) => {
        if (isPressed.current) event.preventDefault();
        else card.hide();
        isPressed.current = false;
      }}
    >
      {inDigits(config.locale, citation.index)}
    </PlaceLink>
  );
}, sameValue);
