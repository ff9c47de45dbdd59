import type { ReactNode } from 'react';
import type { Excerpt } from '../../client/wire.ts';
import { excerptPlace } from '../../exchange/excerpt-place.ts';
import { PlaceLink } from './place-link.tsx';

/** Where an excerpt stands: page and headings, as a link to its section. Nothing for one that nobody has told of. */
export function ExcerptPlace({ excerpt }: { readonly excerpt: Excerpt | undefined }): ReactNode {
  if (excerpt === undefined) return null;
  const { url, anchor } = excerpt;
  return (
    <p className="ibid-excerpt-place" dir="auto">
      <PlaceLink to={{ url, anchor, quote: '' }}>{excerptPlace(excerpt)}</PlaceLink>
    </p>
  );
}
