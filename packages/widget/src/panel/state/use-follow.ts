import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** A reader within this many pixels of the end counts as being at the end. */
const NEAR = 48;
/** Pixels of space above a question that is kept in view. */
const ABOVE = 14;

export interface Following {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** False if there is more content below. */
  readonly isAtEnd: boolean;
  /** Keeps the latest question in view, and as much of its answer as fits. */
  readonly follow: () => void;
  /** Keeps the end in view. */
  readonly toEnd: (isSmooth: boolean) => void;
}

/**
 * Follows growing content until the reader scrolls or presses something in it, so that an opened element does not move. The top
 * of the last child stays in view, because an answer is read from its beginning. After going to the end, the reader is kept
 * there. The position is restored after the content was hidden.
 */
export function useFollow(): Following {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const mode = useRef<'latest' | 'end' | 'none'>('latest');
  const lastTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const settle = useCallback(() => {
    const box = scroller.current;
    const latest = content.current?.lastElementChild;
    if (box === null || mode.current === 'none') return;
    const end = box.scrollHeight - box.clientHeight;
    const begin =
      latest === null || latest === undefined
        ? end
        : latest.getBoundingClientRect().top - box.getBoundingClientRect().top + box.scrollTop - ABOVE;
    box.scrollTop = mode.current === 'end' ? end : Math.min(end, begin);
    lastTop.current = box.scrollTop;
  }, []);
  const follow = useCallback(() => {
    mode.current = 'latest';
    settle();
  }, [settle]);
  const toEnd = useCallback((isSmooth: boolean) => {
    const box = scroller.current;
    if (box === null) return;
    mode.current = 'end';
    box.scrollTo({ top: box.scrollHeight, behavior: isSmooth ? 'smooth' : 'instant' });
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (box === null || inner === null) return undefined;
    let isHidden = box.clientHeight === 0;
    const isNear = (): boolean => box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
    const onScroll = (): void => {
      // Hidden content scrolls to its top by itself, not because of the reader.
      if (box.clientHeight === 0) return;
      const moved = box.scrollTop - lastTop.current;
      if (Math.abs(moved) > 1) {
        if (isNear()) mode.current = 'end';
        else if (moved < 0 || mode.current === 'latest') mode.current = 'none';
      }
      lastTop.current = box.scrollTop;
      setAtEnd(isNear());
    };
    const onPress = (): void => {
      mode.current = 'none';
    };
    const observer = new ResizeObserver(() => {
      if (box.clientHeight === 0) {
        isHidden = true;
        return;
      }
      if (isHidden) box.scrollTop = lastTop.current;
      isHidden = false;
      settle();
      setAtEnd(isNear());
    });
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    // In the capture phase, before the pressed element's own listener, which may ask again and start following.
    inner.addEventListener('click', onPress, { capture: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
      inner.removeEventListener('click', onPress, { capture: true });
    };
  }, [settle]);

  return { scroller, content, isAtEnd, follow, toEnd };
}
