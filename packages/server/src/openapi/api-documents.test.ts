import { dialects } from '@ibid/wire';
import { expect, test } from 'vitest';
import { apiDescription } from './api-description.ts';
import { apiDocuments } from './api-documents.ts';
import { docsPage } from '../page/docs-page.ts';

test('the page names the origin that it was asked at, however many were asked at before', () => {
  const documents = apiDocuments(dialects);
  for (const port of [1, 2, 3, 4, 5, 6, 1]) {
    const origin = `http://[::1]:${port}`;
    expect(documents.page(origin)).toBe(docsPage(apiDescription(dialects), origin));
  }
});
