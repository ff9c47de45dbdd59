import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import { clip } from '../../exchange/clip.ts';
import { usePanel } from '../state/panel-context.ts';
import { useCell } from '../state/use-cell.ts';
import { placeCard } from './place-card.ts';
import { useCardTimer } from './use-card-timer.ts';

/** Characters of the words shown; the rest stands in the answer, or where the mark leads. */
const LONGEST = 600;

/** Where a footnote leads and what stands there, beside its mark. It can be hovered, stays until left, and Esc hides it. */
export function SourceCard(): ReactNode {
  const { card, cardId } = usePanel();
  const timer = useCardTimer();
  const shown = useCell(card);
  const box = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = box.current;
    if (shown === undefined || element === null) return undefined;
    const dialog = element.closest('dialog') ?? document.documentElement;
    const scroller = shown.anchor.closest('[role="log"]');
    const place = (): void => {
      if (!shown.anchor.isConnected || isScrolledAway(shown.anchor, scroller)) {
        timer.hide();
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
  }, [shown, timer]);

  // A touch outside hides what a long press has shown.
  useEffect(() => {
    if (shown === undefined) return undefined;
    const onPointerDown = (event: Event): void => {
      const path = event.composedPath();
      if (!path.includes(shown.anchor) && (box.current === null || !path.includes(box.current))) timer.hide();
    };
    document.addEventListener('pointerdown', onPointerDown, true);
    return () => document.removeEventListener('pointerdown', onPointerDown, true);
  }, [shown, timer]);

  const reference = shown?.reference;
  return (
    <div
      id={cardId}
      ref={box}
      role="tooltip"
      className="ibid-card"
      hidden={reference === undefined}
      onPointerEnter={timer.keep}
      onPointerLeave={timer.hideSoon}
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
