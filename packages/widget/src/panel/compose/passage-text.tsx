import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { usePanel } from '../state/panel-context.ts';

interface PassageTextProps {
  readonly text: string;
}

/** The words of a passage: its first lines and, where they are not all of it, a way to see the rest. */
export function PassageText({ text }: PassageTextProps): ReactNode {
  const { messages } = usePanel();
  const [isWhole, setWhole] = useState(false);
  const [isCut, setCut] = useState(false);
  const words = useRef<HTMLQuoteElement>(null);
  const id = useId();

  useEffect(() => {
    const element = words.current;
    if (element === null || isWhole) return undefined;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, [isWhole, text]);

  return (
    <>
      <blockquote
        id={id}
        ref={words}
        className="ibid-passage-text"
        dir="auto"
        data-whole={isWhole || undefined}
        tabIndex={isWhole ? 0 : undefined}
      >
        {text}
      </blockquote>
      {(isCut || isWhole) && (
        <button
          type="button"
          className="ibid-more"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? messages.passageLess : messages.passageWhole}
        </button>
      )}
    </>
  );
}
