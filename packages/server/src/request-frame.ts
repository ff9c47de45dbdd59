import type { HttpBindings } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Endpoint } from '@ibid/wire';
import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { createHmac, createSecretKey, randomBytes } from 'node:crypto';
import { type AppContext, type AppEnv, type CallNotes, failed, Refusal, type Routes } from './call.ts';
import { type Allowance, clientAddress, createLimits, isLoopback } from './limits.ts';
import type { AppOptions } from './app-options.ts';
import type { Metrics } from './metrics.ts';

export interface Caller {
  readonly method: string;
  /** Host and port that the client requested. */
  readonly host: string;
  readonly origin: string | undefined;
  readonly fetchSite: string | undefined;
}

/** `allowOrigin` is the value for CORS headers; `''` if none are needed. */
type Admission =
  | { readonly kind: 'admitted'; readonly allowOrigin: string }
  | { readonly kind: 'refused'; readonly reason: string };

export type OriginGate = (caller: Caller) => Admission;

/**
 * Creates the function that decides which calls from browsers are allowed. `origins` are as in the address bar, such as
 * `https://docs.example.org`, and are compared exactly.
 *
 * A browser sends the calling page's origin in `Origin`. Allowed are the origins listed by the owner, and the server's own pages. The
 * server's own origin is known only from the `Host` header. A hostile page controls that header if its domain name resolves to this machine
 * (DNS rebinding), so `Host` itself must be an address, `localhost`, or the host of a listed origin.
 *
 * A call without `Origin` comes from a program, or is a normal page visit. There are no cookies, so it has no user's rights, and it is
 * allowed unless the browser reports that another site made it (`Sec-Fetch-Site`). `Origin: null` is refused.
 */
export function originGate(origins: readonly string[]): OriginGate {
  const listed = new Set(origins.map((origin) => new URL(origin).origin));
  const urls = [...listed].map((origin) => new URL(origin));
  // A proxy may name the port that browsers leave out.
  const hosts = new Set(
    urls.flatMap(({ host, hostname, port, protocol }) => [
      host,
      `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`,
    ]),
  );
  return ({ method, host, origin, fetchSite }) => {
    if (!hosts.has(host) && !isLocalName(host)) {
      return refused(`\`${shown(host)}\` is not a known host of this server; its owner must list its origin.`);
    }
    if (origin === undefined) {
      const foreign = fetchSite === 'cross-site' || fetchSite === 'same-site';
      return foreign && method !== 'GET' && method !== 'HEAD'
        ? refused('Requests from other sites are refused.')
        : { kind: 'admitted', allowOrigin: '' };
    }
    if (listed.has(origin)) return { kind: 'admitted', allowOrigin: origin };
    if (URL.parse(origin)?.host === host) return { kind: 'admitted', allowOrigin: '' };
    return refused(`The origin \`${shown(origin)}\` is not listed by the owner of this server.`);
  };
}

function isLocalName(host: string): boolean {
  const name = URL.parse(`http://${host}`)?.hostname ?? '';
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/gu, '')) !== 0;
}

function shown(text: string): string {
  return text.slice(0, 100).replace(/[^\x21-\x7E]/gu, '?');
}

function refused(reason: string): Admission {
  return { kind: 'refused', reason };
}

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
