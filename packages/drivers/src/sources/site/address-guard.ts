/**
 * Addresses that a crawl may not connect to. The lists are passed to the socket itself (`net.connect({ blockList })`), so they check the
 * address that is actually dialled: after number forms (`0x7f.1`, `2130706433`), after name lookup, and again if a name resolves
 * differently the second time.
 *
 * `net.BlockList` checks IPv4 addresses against IPv6 rules through their mapped form, so no IPv6 rule may cover `::ffff:0:0/96`: it would
 * block all of IPv4. The mapped form of a blocked IPv4 address is blocked by the IPv4 rule.
 */
import { BlockList, isIP } from 'node:net';

const NOT_PUBLIC: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's host service, reachable from every machine there
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  '::/96', // unspecified, loopback, IPv4-compatible
  '::ffff:0:0:0/96', // IPv4-translated
  '64:ff9b::/96', // NAT64
  '64:ff9b:1::/48',
  '100::/8',
  '200::/7',
  '400::/6',
  '800::/5',
  '1000::/4',
  '2001::/23', // Teredo, ORCHID
  '2001:db8::/32',
  '2002::/16', // 6to4
  '3fff::/20',
  '4000::/2',
  '8000::/1', // unique local, link-local, multicast and unassigned
];

/** Blocked even if the user names a private host: cloud metadata, link-local, multicast. */
const NEVER: readonly string[] = [
  '100.100.100.200/32',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '192.0.0.192/32',
  '224.0.0.0/3',
  'fd00:ec2::254/128',
  'fe80::/10',
  'ff00::/8',
];

/** For hosts that the user did not name. */
export const publicOnly: BlockList = blockList(NOT_PUBLIC);
/** For hosts that the user named as private. */
export const namedPrivate: BlockList = blockList(NEVER);

/** True if the host is literally this machine or in a private network: such an IP address, or a `localhost` name. Makes no name lookup. */
export function namesPrivateHost(url: string): boolean {
  const { hostname } = new URL(url);
  if (isLocalName(hostname)) return true;
  const host = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(host);
  return family !== 0 && publicOnly.check(host, family === 6 ? 'ipv6' : 'ipv4');
}

/** True for names that mean this machine everywhere, whether or not the resolver has them. */
export function isLocalName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/i.test(hostname);
}

function blockList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), address.includes(':') ? 'ipv6' : 'ipv4');
  }
  return list;
}
