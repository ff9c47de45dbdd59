import { isIP } from 'node:net';
import { clientKey } from './connection-cap.ts';

/**
 * Who is asking: the socket's address or, behind `proxies` proxies, the address that the outermost of them saw. A client can
 * put anything into `X-Forwarded-For`; only what trusted proxies added at its end counts, and only when it is an address.
 */
export function clientAddress(
  request: { readonly socketAddress: string; readonly forwardedFor: string | undefined },
  proxies: number,
): string {
  const hops = (request.forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const forwarded = proxies > 0 ? bareAddress(hops.at(-proxies) ?? hops[0] ?? '') : '';
  return clientKey(forwarded === '' ? request.socketAddress : forwarded);
}

/** Without quotes, brackets and port, which some proxies add and which change with every connection; `''` for what is none. */
function bareAddress(hop: string): string {
  const text = hop.replace(/^"|"$/gu, '');
  const address = /^\[(.*)\](?::\d+)?$/u.exec(text)?.[1] ?? /^([\d.]+):\d+$/u.exec(text)?.[1] ?? text;
  return isIP(address.split('%')[0]!) === 0 ? '' : address;
}
