import { pathKey, sectionKey, type Scope } from '@ibid/core';
import { hostOf } from './host-of.ts';

/** Page and section as requests name them (R4); `undefined` when nothing is restricted. */
export function readScope(scope: {
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  readonly locale?: string | undefined;
  readonly version?: string | undefined;
}): Scope | undefined {
  const host = hostOf(scope.page ?? '');
  const where: Scope = {
    ...(scope.page === undefined ? {} : { paths: [pathKey(scope.page)], ...(host === '' ? {} : { hosts: [host] }) }),
    ...(scope.section === undefined ? {} : { sections: [sectionKey(scope.section)] }),
    ...(scope.locale === undefined ? {} : { locale: scope.locale }),
    ...(scope.version === undefined ? {} : { version: scope.version }),
  };
  return Object.keys(where).length === 0 ? undefined : where;
}
