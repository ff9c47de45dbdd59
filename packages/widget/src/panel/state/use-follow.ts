import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Pixels from the end within which a reader counts as being there. */
const NEAR = 48;
/** Pixels above a question that is kept in view. */
const ABOVE = 14;

export interface Following {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** False when there is more below. */
  readonly isAtEnd: boolean;
  /** From now on the latest question stays in view, and of its answer what fits. */
  readonly follow: () => void;
  /** From now on the end stays in view. */
  readonly toEnd: (isSmooth: boolean) => void;
}

/**
 * Follows growing content until the reader scrolls or presses something in it: what is unfolded there grows under their eyes. The top
 * of the last child is not pushed out of sight: an answer is read from its beginning. Who goes to the end is kept there. Comes back to
 * where it was when it has been hidden.
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
      // What is hidden scrolls to its top by itself, and that is nobody's wish.
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
    // Before the pressed thing itself hears of it, which may ask again and so be followed.
    inner.addEventListener('click', onPress, { capture: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
      inner.removeEventListener('click', onPress, { capture: true });
    };
  }, [settle]);

  return { scroller, content, isAtEnd, follow, toEnd };
}
