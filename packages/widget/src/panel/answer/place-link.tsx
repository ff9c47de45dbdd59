import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import type { Excerpt } from '@ibid/client';
import type { Destination, HostPage } from '../../config/index.ts';
import { placeOf } from '../../exchange/answer-layout.ts';
import { inDigits, textDirection } from '../../messages/words.ts';
import { usePanel } from '../state/panel-context.ts';

type PlaceLinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  readonly to: Destination;
  /** Shows a page of another site as plain text. */
  readonly isOwn?: boolean;
};

/**
 * A link to an address given by the host; plain text if there is none. A plain click goes there without a reload; all other
 * clicks are left to the browser. Other sites open in a new tab.
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

/** Address given by the host, if it is http(s). If the host throws, only the link is lost, not the answer. */
function addressOf(host: HostPage, to: Destination): URL | undefined {
  try {
    const address = new URL(host.hrefOf(to) || 'none:', document.baseURI);
    return /^https?:$/u.test(address.protocol) ? address : undefined;
  } catch {
    return undefined;
  }
}

/** Place of an excerpt: the `number` of its footnotes, and page and headings as a link to its section. Shows nothing if the excerpt is unknown. */
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

/** Number of a source in footnotes, shown next to its name. */
export function SourceNumber({ number }: { readonly number: number }): ReactNode {
  const { config } = usePanel();
  return (
    <span className="ibid-source-number" aria-hidden="true">
      {inDigits(config.locale, number)}
    </span>
  );
}
