import type { Dialect } from '@ibid/wire';
import { docsPage } from '../page/docs-page.ts';
import { apiDescription, type ApiDescription } from './api-description.ts';

export interface ApiDocument {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly type: string;
}

/** Origins whose page is kept: a server has one or two, and a client can name any number. */
const MOST_ORIGINS = 4;
/** Stands for the origin in the page that is made once. */
const ORIGIN = 'http://origin.invalid';

/** The API description and its page as bytes. They are made when they are first wanted, not at start: every schema is turned into another. */
export function apiDocuments(dialects: readonly Dialect[]): {
  description(): ApiDocument;
  /** `origin` stands in its examples. */
  page(origin: string): ApiDocument;
} {
  let described: ApiDescription | undefined;
  let description: ApiDocument | undefined;
  let template: string | undefined;
  const pages = new Map<string, ApiDocument>();
  const describe = (): ApiDescription => (described ??= apiDescription(dialects));
  return {
    description() {
      description ??= { bytes: Buffer.from(JSON.stringify(describe())), type: 'application/json' };
      return description;
    },
    page(origin) {
      const known = pages.get(origin);
      if (known !== undefined) return known;
      template ??= docsPage(describe(), ORIGIN);
      // An origin is a scheme, a host and a port as `URL` writes them: none of its characters means anything in HTML.
      const bytes = Buffer.from(template.replaceAll(ORIGIN, () => origin));
      const made: ApiDocument = { bytes, type: 'text/html; charset=UTF-8' };
      if (pages.size === MOST_ORIGINS) pages.delete(pages.keys().next().value!);
      pages.set(origin, made);
      return made;
    },
  };
}
