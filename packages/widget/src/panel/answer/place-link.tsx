import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import type { Destination } from '../../config/host-page.ts';
import { usePanel } from '../state/panel-context.ts';

type PlaceLinkProps = Omit<ComponentProps<'a'>, 'href'> & { readonly to: Destination };

/**
 * A link to a place that the host vouches for, and to nothing else; without an address it is plain text. A plain click goes there without
 * a reload; all other clicks are the browser's. Other sites open beside this one.
 */
export function PlaceLink({ to, children, onClick, ...rest }: PlaceLinkProps): ReactNode {
  const { host, visit } = usePanel();
  const href = host.hrefOf(to);
  if (href === '') return <span {...(rest as ComponentProps<'span'>)}>{children}</span>;
  const isForeign = !isHere(href);
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

function isHere(href: string): boolean {
  return new URL(href, document.baseURI).origin === location.origin;
}
