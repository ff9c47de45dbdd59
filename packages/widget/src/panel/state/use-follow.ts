import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/** Pixels from the end within which a reader counts as being there. */
const NEAR = 48;

export interface Following {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly content: RefObject<HTMLDivElement | null>;
  /** False when the reader has scrolled up. */
  readonly isAtEnd: boolean;
  readonly toEnd: (isSmooth: boolean) => void;
}

/** Keeps the end in view while the content grows, until the reader scrolls up. Comes back to where it was when it has been hidden. */
export function useFollow(): Following {
  const scroller = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const lastTop = useRef(0);
  const [isAtEnd, setAtEnd] = useState(true);

  const toEnd = useCallback((isSmooth: boolean) => {
    follows.current = true;
    const element = scroller.current;
    element?.scrollTo({ top: element.scrollHeight, behavior: isSmooth ? 'smooth' : 'instant' });
  }, []);

  useEffect(() => {
    const box = scroller.current;
    const inner = content.current;
    if (box === null || inner === null) return undefined;
    let isHidden = box.clientHeight === 0;
    const onScroll = (): void => {
      // What is hidden scrolls to its top by itself, and that is nobody's wish.
      if (box.clientHeight === 0) return;
      const isNear = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      if (box.scrollTop < lastTop.current - 1 && !isNear) follows.current = false;
      if (isNear) follows.current = true;
      lastTop.current = box.scrollTop;
      setAtEnd(isNear);
    };
    const observer = new ResizeObserver(() => {
      if (box.clientHeight === 0) {
        isHidden = true;
        return;
      }
      if (follows.current) box.scrollTop = box.scrollHeight;
      else if (isHidden) box.scrollTop = lastTop.current;
      isHidden = false;
      onScroll();
    });
    observer.observe(inner);
    observer.observe(box);
    box.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', onScroll);
    };
  }, []);

  return { scroller, content, isAtEnd, toEnd };
}
