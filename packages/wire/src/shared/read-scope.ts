import { pathKey, sectionKey, type Where } from '@ibid/core';

/** Page and section as requests name them (R4); `undefined` when nothing is restricted. */
export function readScope(scope: {
  readonly page?: string | undefined;
  readonly section?: string | undefined;
  readonly locale?: string | undefined;
  readonly version?: string | undefined;
}): Where | undefined {
  const where: Where = {
    ...(scope.page === undefined ? {} : { paths: [pathKey(scope.page)] }),
    ...(scope.section === undefined ? {} : { sections: [sectionKey(scope.section)] }),
    ...(scope.locale === undefined ? {} : { locale: scope.locale }),
    ...(scope.version === undefined ? {} : { version: scope.version }),
  };
  return Object.keys(where).length === 0 ? undefined : where;
}
