import { QdrantClient } from '@qdrant/js-client-rest';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { openQdrantService } from '../open-qdrant-service.ts';
import type { QdrantService, QdrantServiceOptions } from '../qdrant-service.ts';

export interface ClientPlace {
  readonly service: QdrantService;
  readonly client: QdrantClient;
  /** What the client would not send. */
  ask(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<AskedReply>;
}

export interface AskedReply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** A service and the vendor's client for the cases of a file, with no collection at the beginning of each. Cases end without violations, unless they took them off the list. */
export function withClient(options: QdrantServiceOptions = {}): ClientPlace {
  let service: QdrantService;
  let client: QdrantClient;
  beforeAll(async () => {
    service = await openQdrantService(options);
    client = new QdrantClient({
      url: service.url,
      checkCompatibility: false,
      // As `apiKey` the client warns on the console that the connection is not encrypted.
      ...(options.apiKey === undefined ? {} : { headers: { 'api-key': options.apiKey } }),
    });
  });
  afterEach(async () => {
    service.heal();
    const found = [...service.violations];
    for (const { name } of service.collections()) await client.deleteCollection(name);
    service.clearLog();
    expect(found).toEqual([]);
  });
  afterAll(() => service.close());
  return {
    get service() {
      return service;
    },
    get client() {
      return client;
    },
    async ask(method, path, body, headers = {}) {
      const response = await fetch(`${service.url}${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    },
  };
}

/** A UUID that ends so. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
