import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Endpoint } from '@ibid/wire';
import type { MiddlewareHandler } from 'hono';
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { type AppContext, type AppEnv, type CallNotes, failed, Refusal } from './call.ts';
import { clientAddress, isLoopback } from './connections.ts';
import type { AppOptions } from './app-options.ts';
import type { Metrics } from './metrics.ts';
import { originGate } from './origin-gate.ts';
import { type Allowance, createLimits } from './limits.ts';
import type { Routes } from './routes.ts';

const REQUEST_ID = /^[\w.-]{1,64}$/u;
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Middleware around every request: request id, rate limit and origin check before any work, security headers, CORS, metrics, and the report. */
export function requestFrame(
  options: AppOptions,
  metrics: Metrics,
  routes: Routes,
  /** Returns an endpoint of the contract that owns a path without a route. */
  ownerOf: (path: string) => Endpoint | undefined,
): MiddlewareHandler<AppEnv> {
  const origins = options.origins ?? [];
  const gate = originGate(origins);
  const hash = questionHash();
  const limits = createLimits(options);
  const { now, date, countTokens, rateLimits, trustedProxies = 0 } = options;

  const report = (c: AppContext): void => {
    const { question, allowance: _, stillOpen: __, onEnd: ___, ...notes } = c.get('notes');
    const { requestId, elapsedMs } = c.get('context');
    const milliseconds = elapsedMs();
    const { method } = c.req;
    const { status } = c.res;
    const route = c.get('route');
    const known = { route: route || 'other', method: METHODS.includes(method) ? method : 'other' };
    metrics.record('http_requests_total', { ...known, status: String(status) });
    metrics.record('http_request_seconds', { route: known.route }, milliseconds / 1_000);
    if (notes.code !== undefined) metrics.record('failures_total', { code: notes.code });
    const text = options.logQuestions === true ? question : undefined;
    const asked = question === undefined ? undefined : { characters: question.length, hash: hash(question), text };
    options.report?.({ requestId, method, route, status, milliseconds, ...notes, question: asked });
  };

  return async (c, next) => {
    const given = c.req.header('x-request-id') ?? '';
    const requestId = REQUEST_ID.test(given) ? given : options.newId();
    const startedAt = now();
    c.set('context', {
      requestId,
      echo: {},
      notes: [],
      receivedAt: date().toISOString(),
      elapsedMs: () => now() - startedAt,
      countTokens,
      sessionId: '',
    });
    c.set('route', '');
    c.set('security', SECURITY_HEADERS);
    const route = routes.at(c.req.path);
    // A wrong method or path gets an error in the format of the contract that owns the path.
    const owner = route === undefined ? ownerOf(c.req.path) : route.methods.values().next().value;
    const called = route?.methods.get(c.req.method);
    c.set('endpoint', called ?? owner);
    const notes: CallNotes = {};
    c.set('notes', notes);
    const address = socketAddressOf(c);
    const forwardedFor = c.req.header('x-forwarded-for');
    const asker = {
      client: clientAddress({ socketAddress: address, forwardedFor }, trustedProxies),
      // Of a site's readers; MCP and Markdown of pages are for other programs.
      siteKey: called === undefined ? undefined : c.req.header('x-ibid-site-key'),
    };
    const isExempt = rateLimits?.exemptLoopback === true && !isForwarded(c) && isLoopback(address);
    c.set('asker', asker);
    c.set('admit', (counted, count) => {
      const allowance = isExempt ? undefined : limits.calls(counted, asker, count);
      if (allowance !== undefined && counted !== 'requests') notes.allowance = allowance;
      const refusal = overLimit(allowance);
      if (refusal !== undefined) throw refusal;
    });

    const admission = gate({
      method: c.req.method,
      host: new URL(c.req.url).host,
      origin: c.req.header('origin'),
      fetchSite: c.req.header('sec-fetch-site'),
    });
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
    const isForAll = route?.open === 'any-origin';
    const isOpen = route?.open === 'any-host' || (isForAll && isRead);
    const allowance = isExempt ? undefined : limits.request(route?.limit ?? 'file', asker.client);
    const refusal =
      overLimit(allowance) ??
      (hasOneHost(c) ? undefined : new Refusal('INVALID_REQUEST', 'Send exactly one `Host` header.'));
    if (refusal !== undefined) {
      c.res = failed(c, refusal);
    } else if (admission.kind === 'refused' && !isOpen) {
      c.res = failed(c, new Refusal('ORIGIN_REFUSED', admission.reason));
    } else if (c.req.method === 'OPTIONS') {
      c.res = new Response(null, { status: 204 });
    } else {
      await next();
    }

    for (const [name, value] of Object.entries(c.get('security'))) c.res.headers.set(name, value);
    c.res.headers.set('X-Request-Id', requestId);
    if (notes.allowance !== undefined) {
      // Rate limit headers, named as in the IETF draft.
      const { of, perMinute, remaining, resetSeconds } = notes.allowance;
      c.res.headers.set('RateLimit-Policy', `"${of}";q=${perMinute};w=60`);
      c.res.headers.set('RateLimit', `"${of}";r=${remaining};t=${resetSeconds}`);
    }
    if (origins.length > 0 && !isForAll) c.res.headers.append('Vary', 'Origin');
    if (!isForAll && admission.kind === 'admitted' && admission.allowOrigin !== '') {
      c.res.headers.set('Access-Control-Allow-Origin', admission.allowOrigin);
      c.res.headers.set(
        'Access-Control-Expose-Headers',
        'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Location',
      );
      if (c.req.method === 'OPTIONS') {
        c.res.headers.set('Access-Control-Allow-Methods', 'GET, POST, DELETE');
        c.res.headers.set('Access-Control-Allow-Headers', 'Content-Type, X-Request-Id, X-Ibid-Site-Key');
        c.res.headers.set('Access-Control-Max-Age', '600');
      }
    }
    if (notes.stillOpen === true) notes.onEnd = () => report(c);
    else report(c);
  };
}

/** Returns the refusal of a client that is over its limit; `undefined` for any other. */
function overLimit(allowance: Allowance | undefined): Refusal | undefined {
  if (allowance === undefined || allowance.waitSeconds === 0) return undefined;
  const { of, perMinute, atOnce, waitSeconds: retryAfterSeconds } = allowance;
  return new Refusal('RATE_LIMITED', '', { retryAfterSeconds, limit: { of, perMinute, atOnce } });
}

/** Requests made inside the process have no socket. */
function socketAddressOf(c: AppContext): string {
  return c.env === undefined ? '' : (getConnInfo(c).remote.address ?? '');
}

function isForwarded(c: AppContext): boolean {
  return ['forwarded', 'x-forwarded-for', 'via'].some((name) => c.req.header(name) !== undefined);
}

/** Returns true also for requests of HTTP/1.0 without a host, and those made inside the process. */
function hasOneHost({ env }: AppContext): boolean {
  const { incoming } = (env ?? {}) as Partial<HttpBindings>;
  const hosts = incoming?.headersDistinct['host']?.length ?? (incoming?.httpVersion === '1.1' ? 0 : 1);
  return hosts === 1;
}

/** Sent with every response. Pages load nothing external, run no inline code, and cannot be framed by other sites. */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

/**
 * Returns a function that hashes questions, so that equal ones can be recognised within one process. The key is never stored, so hashes
 * cannot be looked up later.
 */
export function questionHash(): (question: string) => string {
  const key = createSecretKey(randomBytes(32));
  return (question) => createHmac('sha256', key).update(question).digest('hex').slice(0, 16);
}
