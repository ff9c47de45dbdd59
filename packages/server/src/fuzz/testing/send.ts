import type { App } from '../../call.ts';
import { checkResponse } from './check-response.ts';
import { OWNER_TOKEN } from './fuzz-app.ts';

export interface Shot {
  readonly method: string;
  /** Path with its parameters filled in. */
  readonly path: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Sends one request in process, checks its response and returns the status. */
export async function send(app: App, { method, path, body }: Shot): Promise<number> {
  const response = await app.request(path, {
    method,
    headers: {
      Authorization: `Bearer ${OWNER_TOKEN}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const contentType = response.headers.get('content-type') ?? '';
  const asked = `${method} ${path} ${typeof body === 'string' ? body : Buffer.from(body ?? []).toString('latin1')}`;
  checkResponse({ status: response.status, contentType, text }, asked);
  return response.status;
}
