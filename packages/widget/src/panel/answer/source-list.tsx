import { memo, useEffect, useRef, useState, type NamedExoticComponent, type ReactNode } from 'react';
import type { Citation, Statement } from '../../client/wire.ts';
import { fill } from '../../messages/fill.ts';
import { inDigits } from '../../messages/in-digits.ts';
import { plural } from '../../messages/plural.ts';
import { usePanel } from '../state/panel-context.ts';
import { isVerbatim } from './is-verbatim.ts';
import { PlaceLink } from './place-link.tsx';
import { placeOf } from './place-of.ts';
import { sameSection } from './same-section.ts';

/** So many are shown at first; one more is shown rather than hidden alone. */
const SHOWN = 4;

interface SourceListProps {
  readonly citations: readonly Citation[];
  readonly statements: readonly Statement[];
}

/** The footnotes in order. One from the same section as the one before says only "Ibid."; quotes that the answer does not already show stand below. */
export const SourceList: NamedExoticComponent<SourceListProps> = memo(function SourceList({
  citations,
  statements,
}): ReactNode {
  const { messages, config } = usePanel();
  const [isWhole, setWhole] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    // The button that showed them is gone; who used it goes on with what it showed.
    if (isWhole) list.current?.children[SHOWN]?.querySelector('a')?.focus();
  }, [isWhole]);
  if (citations.length === 0) return null;
  const isCut = !isWhole && citations.length > SHOWN + 1;
  const said = statements.map(({ text }) => text);
  return (
    <section className="ibid-sources">
      <h4>{plural(config.locale, citations.length, messages.sourcesOne, messages.sourcesOther)}</h4>
      <ol ref={list}>
        {(isCut ? citations.slice(0, SHOWN) : citations).map((citation, at) => {
          const before = citations[at - 1];
          const isAgain = before !== undefined && sameSection(before, citation);
          const { url, anchor, quote, index } = citation;
          return (
            <li key={index} value={index}>
              <span className="ibid-source-number" aria-hidden="true">
                {inDigits(config.locale, index)}
              </span>
              <PlaceLink
                to={{ url, anchor, quote }}
                className={isAgain ? 'ibid-again' : 'ibid-place'}
                aria-label={isAgain ? fill(messages.ibidOf, { place: placeOf(citation) }) : undefined}
                dir="auto"
              >
                {isAgain ? messages.ibid : placeOf(citation)}
              </PlaceLink>
              {!isVerbatim(quote, said) && (
                <blockquote className="ibid-source-quote" dir="auto">
                  {quote}
                </blockquote>
              )}
            </li>
          );
        })}
      </ol>
      {isCut && (
        <button type="button" className="ibid-more" onClick={() => setWhole(true)}>
          {messages.allSources}
        </button>
      )}
    </section>
  );
});
