import { useCallback, useEffect, useState } from 'react';
import type { HostPage, PageContext } from '../../config/host-page.ts';

/** Where the reader is, and how to look again: sections change with scrolling, of which nobody tells. */
export function usePageContext(host: HostPage): readonly [PageContext, () => void] {
  const [context, setContext] = useState(() => host.current());
  const refresh = useCallback(() => {
    setContext((before) => {
      const now = host.current();
      return isSame(before, now) ? before : now;
    });
  }, [host]);
  useEffect(() => host.onNavigate(refresh), [host, refresh]);
  return [context, refresh];
}

function isSame(one: PageContext, other: PageContext): boolean {
  return (
    one.url === other.url &&
    one.title === other.title &&
    one.locale === other.locale &&
    one.version === other.version &&
    one.section?.id === other.section?.id &&
    one.section?.title === other.section?.title
  );
}
