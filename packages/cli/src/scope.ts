import { pathKey, sectionKey } from '@ibid/core';
import type { Where } from '@ibid/core/types';

/** Options that restrict a question to a part of the site. */
export interface ScopeFlags {
  readonly page?: string;
  readonly section?: string;
  readonly locale?: string;
  readonly versionLabel?: string;
}

/** `undefined` when nothing is restricted. */
export function scopeOf(flags: ScopeFlags): Where | undefined {
  const where: Where = {
    ...(flags.page === undefined ? {} : { paths: [pathKey(flags.page)] }),
    ...(flags.section === undefined ? {} : { sections: [sectionKey(flags.section)] }),
    ...(flags.locale === undefined ? {} : { locale: flags.locale }),
    ...(flags.versionLabel === undefined ? {} : { version: flags.versionLabel }),
  };
  return Object.keys(where).length === 0 ? undefined : where;
}
