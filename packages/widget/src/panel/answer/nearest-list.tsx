import { memo, type NamedExoticComponent, type ReactNode } from 'react';
import type { Citation, SectionLink } from '../../client/wire.ts';
import { Icon } from '../chrome/icon.tsx';
import { usePanel } from '../state/panel-context.ts';
import { PlaceLink } from './place-link.tsx';
import { sameSection } from './references.ts';

interface NearestListProps {
  readonly nearest: readonly SectionLink[];
  readonly citations: readonly Citation[];
}

/** Sections that may help; those that are cited already are not named again. */
export const NearestList: NamedExoticComponent<NearestListProps> = memo(function NearestList({
  nearest,
  citations,
}): ReactNode {
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
});
