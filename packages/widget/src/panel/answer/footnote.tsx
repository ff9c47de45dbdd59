import type { NamedExoticComponent, PointerEvent, ReactNode } from 'react';
import { memo, useRef, useCallback, useEffect, useLayoutEffect } from 'react';
import { placeOf } from '../../exchange/answer-layout.ts';
import { clip } from '../../exchange/request-of.ts';
import { fill, inDigits } from '../../messages/words.ts';
import { usePanel, type ShownCard, useCell } from '../state/panel-context.ts';
import { PlaceLink } from './place-link.tsx';
import { sameValue, type Reference } from './references.ts';

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

/** Maximum characters of the quote shown; the rest is in the answer, or at the link's target. */
const LONGEST = 600;

const GAP = 6;
const MARGIN = 8;

/** Delay, so that a pointer passing over a mark opens nothing. */
const SHOW_AFTER_MS = 120;
/** Delay, so that the pointer can move onto the card. */
const HIDE_AFTER_MS = 220;

let pending: ReturnType<typeof setTimeout> | undefined;

/** Card next to a footnote mark, with its source and quoted words. It can be hovered, stays until left, and Esc hides it. */
export function SourceCard(): ReactNode {
  const { card, cardId } = usePanel();
  const setCard = useCard();
  const shown = useCell(card);
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (shown === undefined || element === null) return undefined;
    const dialog = element.closest('dialog') ?? document.documentElement;
    const scroller = shown.anchor.closest('[role="log"]');
    const place = (): void => {
      if (!shown.anchor.isConnected || isScrolledAway(shown.anchor, scroller)) {
        setCard(undefined);
        return;
      }
      const { top, left } = placeCard(
        shown.anchor.getBoundingClientRect(),
        element.getBoundingClientRect(),
        dialog.getBoundingClientRect(),
      );
      element.style.top = `${top}px`;
      element.style.left = `${left}px`;
    };
    place();
    scroller?.addEventListener('scroll', place, { passive: true });
    addEventListener('resize', place);
    return () => {
      scroller?.removeEventListener('scroll', place);
      removeEventListener('resize', place);
    };
  }, [shown, setCard]);

  // A touch outside hides a card shown by a long press.
  useEffect(() => {
    if (shown === undefined) return undefined;
    const onPointerDown = (event: Event): void => {
      const path = event.composedPath();
      if (!path.includes(shown.anchor) && (box.current === null || !path.includes(box.current))) setCard(undefined);
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
  }, [shown, setCard]);

  const reference = shown?.reference;
  return (
    <div
      id={cardId}
      ref={box}
      role="tooltip"
      className="ibid-card"
      hidden={reference === undefined}
      onPointerEnter={() => setCard(shown)}
      onPointerLeave={() => setCard(undefined, true)}
    >
      {reference !== undefined && (
        <>
          <p className="ibid-card-place" dir="auto">
            {reference.title}
            {reference.section !== '' && reference.section !== reference.title && (
              <span className="ibid-card-section">{reference.section}</span>
            )}
          </p>
          <blockquote className="ibid-card-quote" dir="auto" data-lines={reference.isCode || undefined}>
            {reference.shown.length > LONGEST ? `${clip(reference.shown, LONGEST)}…` : reference.shown}
          </blockquote>
        </>
      )}
    </div>
  );
}

function isScrolledAway(anchor: HTMLElement, scroller: Element | null): boolean {
  if (scroller === null) return false;
  const mark = anchor.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  return mark.bottom < view.top || mark.top > view.bottom;
}

interface Box {
  readonly top: number;
  readonly left: number;
  readonly width: number;
  readonly height: number;
}

/** Position of a card of `size`: below its mark, or above if there is more space, always inside `bounds`. All in pixels of one coordinate system. */
export function placeCard(
  anchor: Box,
  size: Pick<Box, 'width' | 'height'>,
  bounds: Box,
): { readonly top: number; readonly left: number } {
  const below = anchor.top + anchor.height + GAP;
  const above = anchor.top - GAP - size.height;
  const end = bounds.top + bounds.height - MARGIN;
  const roomBelow = end - below;
  const roomAbove = anchor.top - GAP - bounds.top - MARGIN;
  const top = roomBelow >= size.height || roomBelow >= roomAbove ? below : above;
  const left = anchor.left + anchor.width / 2 - size.width / 2;
  return {
    top: clamp(top, bounds.top + MARGIN, end - size.height),
    left: clamp(left, bounds.left + MARGIN, bounds.left + bounds.width - MARGIN - size.width),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(value, high));
}

/** Returns a function that shows a card or, with `undefined`, hides it: immediately or after a delay. A new call replaces a pending one. */
export function useCard(): (shown: ShownCard | undefined, isSoon?: boolean) => void {
  const { card } = usePanel();
  return useCallback(
    (shown, isSoon = false) => {
      clearTimeout(pending);
      if (!isSoon) card.set(shown);
      else pending = setTimeout(() => card.set(shown), shown === undefined ? HIDE_AFTER_MS : SHOW_AFTER_MS);
    },
    [card],
  );
}
