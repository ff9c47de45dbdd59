import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import type { Excerpt } from '@ibid/client';
import type { Destination, HostPage } from '../../config/index.ts';
import { placeOf } from '../../exchange/answer-layout.ts';
import { inDigits, textDirection } from '../../messages/words.ts';
import { usePanel } from '../state/panel-context.ts';

type PlaceLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  readonly to: Destination;
  /** A page of another site is plain text then. */
  readonly isOwn?: boolean;
};

/**
 * A link to a place that the host vouches for, and to nothing else; without an address it is plain text. A plain click goes there without
 * a reload; all other clicks are the browser's. Other sites open beside this one.
 */
export function PlaceLink({ to, isOwn = false, children, onClick, ...rest }: PlaceLinkProps): ReactNode {
  const { host, visit } = usePanel();
  const address = addressOf(host, to);
  const isForeign = address?.origin !== location.origin;
  if (address === undefined || (isOwn && isForeign)) {
    return <span {...(rest as ComponentProps<'span'>)}>{children}</span>;
  }
  const { href } = address;
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || isForeign || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    visit(to, href);
  };
  return (
    <a {...rest} href={href} onClick={follow} {...(isForeign && { target: '_blank', rel: 'noopener noreferrer' })}>
      {children}
    </a>
  );
}

/** What the host says, where that is an address of the web; a host that fails costs the link and not the answer. */
function addressOf(host: HostPage, to: Destination): URL | undefined {
  try {
    const address = new URL(host.hrefOf(to) || 'none:', document.baseURI);
    return /^https?:$/u.test(address.protocol) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Where an excerpt stands: `number` of its footnotes, page and headings, as a link to its section. Nothing for one that nobody has told of. */
export function ExcerptPlace(props: {
  readonly excerpt: Excerpt | undefined;
  readonly number?: number | undefined;
}): ReactNode {
  const { excerpt, number } = props;
  if (excerpt === undefined) return null;
  const { url, anchor } = excerpt;
  const place = placeOf(excerpt);
  return (
    <p className="ibid-excerpt-place" dir={textDirection(place)}>
      {number !== undefined && <SourceNumber number={number} />}
      <PlaceLink to={{ url, anchor, quote: '' }}>{place}</PlaceLink>
    </p>
  );
}

/** The number that a source has in footnotes, beside its name. */
export function SourceNumber({ number }: { readonly number: number }): ReactNode {
  const { config } = usePanel();
  return (
    <span className="ibid-source-number" aria-hidden="true">
      {inDigits(config.locale, number)}
    </span>
  );
}
