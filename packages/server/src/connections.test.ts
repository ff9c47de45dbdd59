import { describe, expect, it } from 'vitest';
import { clientAddress, addressKey } from './limits.ts';

const FORGED = '6.6.6.6, 203.0.113.7, 10.0.0.2';

describe("the client's address (R27)", () => {
  it.each<[string, number, string | undefined, string]>([
    ['the socket, whatever the header says, without a proxy', 0, FORGED, '192.0.2.1'],
    ['what one trusted proxy added', 1, FORGED, '10.0.0.2'],
    ['what the outer of two trusted proxies added', 2, FORGED, '203.0.113.7'],
    ['the socket, when a proxy added nothing', 1, undefined, '192.0.2.1'],
    ['the socket, when the header is blank', 1, ' , ', '192.0.2.1'],
    ['the only address there is, when a proxy is missing', 3, '203.0.113.7', '203.0.113.7'],
    ['an address without its port', 1, '203.0.113.7:50123', '203.0.113.7'],
    ['IPv6 without brackets and port', 1, '[2001:db8:1:2::7]:443', '2001:db8:1:2'],
    ['an address without quotes', 1, '"203.0.113.7"', '203.0.113.7'],
    ['IPv4 that is written as IPv6', 1, '::ffff:203.0.113.7', '203.0.113.7'],
    ['the socket, when the proxy hides the address', 1, '6.6.6.6, unknown', '192.0.2.1'],
    ['IPv6 by the network that one client owns', 1, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ])('is %s', (_, proxies, forwardedFor, expected) => {
    expect(clientAddress({ socketAddress: '192.0.2.1', forwardedFor }, proxies)).toBe(expected);
  });
});

describe('addressKey', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
  ])('counts %s as %s', (address, key) => {
    expect(addressKey(address)).toBe(key);
  });
});
