import type { Dialect } from '@ibid/wire';
import { docsPage } from '../page/docs-page.ts';
import { apiDescription, type ApiDescription } from './api-description.ts';

/** Stands for the origin in the page that is made once. */
const ORIGIN = 'http://origin.invalid';

/** The API description as JSON, and its page. They are made when they are first wanted, not at start: every schema is turned into another. */
export function apiDocuments(dialects: readonly Dialect[]): {
  description(): string;
  /** `origin` is used in its examples. */
  page(origin: string): string;
} {
  let described: ApiDescription | undefined;
  let json: string | undefined;
  let page: string | undefined;
  const describe = (): ApiDescription => (described ??= apiDescription(dialects));
  return {
    description: () => (json ??= JSON.stringify(describe())),
    // An origin is a scheme, a host and a port as `URL` writes them: none of its characters means anything in HTML.
    page: (origin) => (page ??= docsPage(describe(), ORIGIN)).replaceAll(ORIGIN, () => origin),
  };
}
