import type { Dialect } from '@ibid/wire';
import { docsPage } from '../page/docs-page.ts';
import { apiDescription, type ApiDescription } from './api-description.ts';

/** Placeholder for the origin, because the page is rendered only once. */
const ORIGIN = 'http://origin.invalid';

/** The API description as JSON and as a page. Both are created on first use, because converting every schema takes time. */
export function apiDocuments(dialects: readonly Dialect[]): {
  description(): string;
  /** `origin` is used in the examples. */
  page(origin: string): string;
} {
  let described: ApiDescription | undefined;
  let json: string | undefined;
  let page: string | undefined;
  const describe = (): ApiDescription => (described ??= apiDescription(dialects));
  return {
    description: () => (json ??= JSON.stringify(describe())),
    // An origin is a scheme, host and port as `URL` formats them, so it needs no HTML escaping.
    page: (origin) => (page ??= docsPage(describe(), ORIGIN)).replaceAll(ORIGIN, () => origin),
  };
}
