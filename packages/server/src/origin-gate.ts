/**
 * Decides which calls from browsers are allowed.
 *
 * A browser sends the calling page's origin in `Origin`. Allowed are the origins listed by the owner, and the server's own pages. The
 * server's own origin is known only from the `Host` header. A hostile page controls that header if its domain name resolves to this machine
 * (DNS rebinding), so `Host` itself must be an address, `localhost`, or the host of a listed origin.
 *
 * A call without `Origin` comes from a program, or is a normal page visit. There are no cookies, so it has no user's rights, and it is
 * allowed unless the browser reports that another site made it (`Sec-Fetch-Site`). `Origin: null` is refused.
 */
import { isIP } from 'node:net';

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

/** Creates the gate. `origins` are as in the address bar, such as `https://docs.example.org`, and are compared exactly. */
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
