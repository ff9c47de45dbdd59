import type { Dialect } from '@ibid/wire';
import { docsPage } from '../page/docs-page.ts';
import { apiDescription } from './api-description.ts';

/** Placeholder for the origin, because the page is rendered only once. An origin has no characters that HTML would have to escape. */
export const ORIGIN = 'http://origin.invalid';

interface ApiDocuments {
  readonly json: string;
  readonly page: string;
}

const known = new WeakMap<readonly Dialect[], ApiDocuments>();

/** The API description as JSON and as a page. Both are made once, because converting every schema takes time. */
export function apiDocuments(spoken: readonly Dialect[]): ApiDocuments {
  const before = known.get(spoken);
  if (before !== undefined) return before;
  const described = apiDescription(spoken);
  const documents = { json: JSON.stringify(described), page: docsPage(described, ORIGIN) };
  known.set(spoken, documents);
  return documents;
}
