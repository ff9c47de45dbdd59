import { Validator } from '@seriousme/openapi-schema-validator';
import { dialects, type Endpoint } from '@ibid/wire';
import { describe, expect, it } from 'vitest';
import { apiDescription } from './api-description.ts';
import { docsPage } from '../page/docs-page.ts';

const endpoints: readonly Endpoint[] = dialects.flatMap((dialect) => dialect.endpoints);
const api = apiDescription(dialects);

describe('API description', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(api) as unknown as Record<string, unknown>);
    expect(result).toMatchObject({ valid: true });
  });

  it('is found invalid with a planted error', async () => {
    const broken = { ...structuredClone(api), paths: { '/x': { get: { responses: 'none' } } } };
    expect(await new Validator().validate(broken as unknown as Record<string, unknown>)).toMatchObject({
      valid: false,
    });
  });

  it('describes every endpoint once, with schemas of its request and reply', () => {
    for (const { path, method, description } of endpoints) {
      const operation = api.paths[path]?.[method.toLowerCase()];
      expect(operation?.operationId).toBe(description.operationId);
      const name = operation?.requestBody?.content['application/json']?.schema['$ref'] as string | undefined;
      const schema = api.components.schemas[name?.split('/').at(-1) ?? ''];
      expect(Object.keys(schema?.['properties'] ?? {}).length > 0).toBe(description.request !== undefined);
    }
    const ids = Object.values(api.paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has schemas with the names of the contracts', () => {
    const names =
      'FrontendRequest FrontendResponse Citation AgentRequest AgentResponse RetrievedChunk AgentSession ConversationTurn ' +
      'RetrievalToolInput RetrievalToolOutput AgentConfiguration AgentInput AgentOutput ChunkReference ContextBundle QueryRequest QueryResponse Source';
    expect(Object.keys(api.components.schemas)).toEqual(expect.arrayContaining(names.split(' ')));
  });

  it('shows an example of every answer', () => {
    const without = endpoints.filter(({ kind, description }) => kind === 'answer' && description.examples.length === 0);
    expect(without.map(({ path }) => path)).toEqual([]);
  });

  it('is rendered with every field, its type and limits, and an example call', () => {
    const page = docsPage(api, 'http://127.0.0.1:1');
    expect(page).toContain('Where the examples ask about other sites');
    expect(page).toContain('<code>Allow</code> names them.');
    const ask = /<article id="ask">(.*?)<\/table>/su.exec(page)![1]!;
    expect(ask).toContain('<code>selection.only</code>');
    expect(ask.match(/<tr>.*?<td><\/td><\/tr>/gu)).toBeNull();
    expect(page).toContain(
      '<code>top_k</code></th><td></td><td>integer (minimum 1, maximum 10, default 5) or null</td><td>Most passages to answer from</td>',
    );
    expect(page).toContain(
      '<code>metadata.agent_configuration.top_k</code></th><td>yes</td><td>integer (minimum 1, maximum 10)</td>',
    );
    expect(page).toContain('<code>citations[].raw_text_snippet</code></th><td>yes</td><td>string (minLength 1)</td>');
    expect(page).toContain(
      'curl -X POST &#39;http://127.0.0.1:1/ingest&#39; \\\n  -H &#39;Authorization: Bearer YOUR_TOKEN&#39;',
    );
  });

  it('is rendered without external resources', () => {
    const hosts = [...docsPage(api, 'http://127.0.0.1').matchAll(/(?:src|href)="([^"]+)"/gu)].map((match) => match[1]!);
    expect(hosts.filter((href) => !/^[/#]/u.test(href))).toEqual([]);
  });

  it('is rendered with all text escaped', () => {
    const health = { ...api.paths['/health']!['get']!, summary: '<script>alert(1)</script>' };
    const page = docsPage({ ...api, paths: { '/x': { get: health } } }, 'http://127.0.0.1');
    expect(page).not.toContain('<script');
    expect(page).toContain('&lt;script&gt;');
  });
});
