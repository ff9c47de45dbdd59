import { useState, type ReactNode } from 'react';
import type { Citation } from '@ibid/client';
import { answerGroups, placeOf } from '../../exchange/answer-layout.ts';
import { plural } from '../../messages/words.ts';
import { Icon } from '../chrome/icon-button.tsx';
import { type ExchangeProps, usePanel } from '../state/panel-context.ts';
import { NodeView } from './node-view.tsx';
import { ExcerptPlace, PlaceLink, SourceNumber } from './place-link.tsx';
import { isVerbatim, sameSection, sourcesOf, type Source } from './references.ts';

/**
 * Lists the cited sections, each once, with the quotes that the answer does not already show. Shows nothing if the excerpts of
 * the answer name all sections and there are no such quotes.
 */
export function SourceList({ exchange: { citations, statements, excerpts } }: ExchangeProps): ReactNode {
  const { messages, config } = usePanel();
  const said = statements.map(({ text }) => text);
  const unsaidOf = (source: Source): readonly Citation[] =>
    source.citations.filter(({ quote }) => !isVerbatim(quote, said));
  const sources = sourcesOf(citations);
  const isNamed = (source: Source): boolean => excerpts.some((excerpt) => sameSection(excerpt, source.citations[0]));
  if (sources.every((source) => isNamed(source) && unsaidOf(source).length === 0)) return null;
  return (
    <section className="ibid-sources">
      <h4>{plural(config.locale, sources.length, messages.sourcesOne, messages.sourcesOther)}</h4>
      <ol>
        {sources.map((source) => {
          const [first] = source.citations;
          const { url, anchor, quote } = first;
          return (
            <li key={source.number} value={source.number}>
              <SourceNumber number={source.number} />
              <PlaceLink to={{ url, anchor, quote }} className="ibid-place" dir="auto">
                {placeOf(first)}
              </PlaceLink>
              {unsaidOf(source).map((citation) => (
                <blockquote key={citation.index} className="ibid-source-quote" dir="auto">
                  {citation.quote}
                </blockquote>
              ))}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** Passages close to a question. They have no citations. */
export function ClosestList({ exchange: { closest } }: ExchangeProps): ReactNode {
  return (
    <div className="ibid-statements ibid-closest">
      {closest.map((passage, at) => (
        <div key={at} className="ibid-excerpt">
          <ExcerptPlace excerpt={passage} />
          {answerGroups(passage.statements.map((statement) => ({ ...statement, side: 0, excerpt: 0 }))).flatMap(
            ({ nodes }) => nodes.map((node, index) => <NodeView key={index} node={node} notes={[]} />),
          )}
        </div>
      ))}
    </div>
  );
}

/** Sections that may help, without those already cited. */
export function NearestList({ exchange: { nearest, citations } }: ExchangeProps): ReactNode {
  const { messages } = usePanel();
  const links = nearest.filter((link) => !citations.some((citation) => sameSection(citation, link)));
  if (links.length === 0) return null;
  return (
    <section className="ibid-nearest">
      <h4>{citations.length > 0 ? messages.further : messages.nearest}</h4>
      <ul>
        {links.map((link) => (
          <li key={`${link.url}#${link.anchor}`}>
            <Icon name="page" />
            <PlaceLink to={{ url: link.url, anchor: link.anchor, quote: '' }} dir="auto">
              {link.section === '' ? link.title : link.section}
              {link.section !== '' && link.section !== link.title && (
                <span className="ibid-nearest-page">{link.title}</span>
              )}
            </PlaceLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** More passages below an answer, shown when the reader opens them. */
export function MorePassages({ exchange }: ExchangeProps): ReactNode {
  const { messages } = usePanel();
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="ibid-more">{messages.moreFromPages}</summary>
      {isOpen && <ClosestList exchange={exchange} />}
    </details>
  );
}
