import { pathKey, sectionKey, type Scope } from '@ibid/core';

/** Page and section as requests name them (R4); `undefined` when nothing is restricted. */
export function readScope(scope: {
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  readonly locale?: string | undefined;
  readonly version?: string | undefined;
}): Scope | undefined {
  const where: Scope = {
    ...(scope.page === undefined ? {} : { paths: [pathKey(scope.page)], ...hostsOf(scope.page) }),
    ...(scope.section === undefined ? {} : { sections: [sectionKey(scope.section)] }),
    ...(scope.locale === undefined ? {} : { locale: scope.locale }),
    ...(scope.version === undefined ? {} : { version: scope.version }),
  };
  return Object.keys(where).length === 0 ? undefined : where;
}

/** A bare path says nothing of its host. */
function hostsOf(page: string): Pick<Scope, 'hosts'> {
  const absolute = /^(?:https?:)?\/\//iu.test(page) ? page.replace(/^\/\//u, 'https://') : undefined;
  const { host } = URL.parse(absolute ?? '') ?? { host: '' };
  return host === '' ? {} : { hosts: [host] };
}
