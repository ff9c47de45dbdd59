import { clientKey } from './connection-cap.ts';

/**
 * Who is asking: the socket's address or, behind `proxies` proxies, the address that the outermost of them saw. A client can
 * put anything into `X-Forwarded-For`; only what trusted proxies added at its end counts.
 */
export function clientAddress(
  request: { readonly socketAddress: string; readonly forwardedFor: string | undefined },
  proxies: number,
): string {
  const hops = (request.forwardedFor ?? '')
    .split(',')
    .map((hop) => hop.trim())
    .filter((hop) => hop !== '');
  const forwarded = proxies > 0 ? (hops.at(-proxies) ?? hops[0]) : undefined;
  return clientKey(forwarded ?? request.socketAddress);
}
