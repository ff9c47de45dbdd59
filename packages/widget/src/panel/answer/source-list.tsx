import { memo, useEffect, useRef, useState, type NamedExoticComponent, type ReactNode } from 'react';
import type { Citation, Statement } from '../../client/wire.ts';
import { inDigits } from '../../messages/in-digits.ts';
import { plural } from '../../messages/plural.ts';
import { usePanel } from '../state/panel-context.ts';
import { isVerbatim } from './is-verbatim.ts';
import { PlaceLink } from './place-link.tsx';
import { placeOf } from './place-of.ts';
import { sourcesOf } from './references.ts';

/** So many are shown at first; one more is shown rather than hidden alone. */
const SHOWN = 4;

interface SourceListProps {
  readonly citations: readonly Citation[];
  readonly statements: readonly Statement[];
}

/** The sections that are cited, each once. Quotes that the answer does not already show stand below. */
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
  const sources = sourcesOf(citations);
  const isCut = !isWhole && sources.length > SHOWN + 1;
  const said = statements.map(({ text }) => text);
  return (
    <section className="ibid-sources">
      <h4>{plural(config.locale, sources.length, messages.sourcesOne, messages.sourcesOther)}</h4>
      <ol ref={list}>
        {(isCut ? sources.slice(0, SHOWN) : sources).map((source) => {
          const [first] = source.citations;
          const { url, anchor, quote } = first;
          const unsaid = source.citations.filter((citation) => !isVerbatim(citation.quote, said));
          return (
            <li key={source.number} value={source.number}>
              <span className="ibid-source-number" aria-hidden="true">
                {inDigits(config.locale, source.number)}
              </span>
              <PlaceLink to={{ url, anchor, quote }} className="ibid-place" dir="auto">
                {placeOf(first)}
              </PlaceLink>
              {unsaid.map((citation) => (
                <blockquote key={citation.index} className="ibid-source-quote" dir="auto">
                  {citation.quote}
                </blockquote>
              ))}
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
