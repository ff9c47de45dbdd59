import { fixtureSite, redirectTo, type FixtureSite } from '@ibid/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namedPrivate, namesPrivateHost, publicOnly } from './address-guard.ts';
import { FETCH_LIMITS, guardedFetch, type FetchOutcome } from './guarded-fetch.ts';
import { createPace } from './crawl.ts';

function isClosed(address: string, list = publicOnly): boolean {
  return list.check(address, address.includes(':') ? 'ipv6' : 'ipv4');
}

/** The address `by` places after this one, around the ends of the address space. */
function moved(address: string, by: number): string {
  const value = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0) + by + 2 ** 32;
  return [24, 16, 8, 0].map((bits) => Math.floor(value / 2 ** bits) % 256).join('.');
}

describe('addresses that nobody may be sent to', () => {
  it.each([
    ['0.0.0.0', '0.255.255.255'],
    ['10.0.0.0', '10.255.255.255'],
    ['100.64.0.0', '100.127.255.255'],
    ['127.0.0.0', '127.255.255.255'],
    ['168.63.129.16', '168.63.129.16'],
    ['169.254.0.0', '169.254.255.255'],
    ['172.16.0.0', '172.31.255.255'],
    ['192.0.0.0', '192.0.0.255'],
    ['192.0.2.0', '192.0.2.255'],
    ['192.88.99.0', '192.88.99.255'],
    ['192.168.0.0', '192.168.255.255'],
    ['198.18.0.0', '198.19.255.255'],
    ['198.51.100.0', '198.51.100.255'],
    ['203.0.113.0', '203.0.113.255'],
    ['224.0.0.0', '255.255.255.255'],
  ])('%s to %s, but none before and after, mapped to IPv6 too', (first, last) => {
    for (const address of [first, last, `::ffff:${first}`, `::ffff:${last}`]) expect(isClosed(address)).toBe(true);
    // The first and the last of all addresses follow one another.
    expect(isClosed(moved(first, -1))).toBe(first === '0.0.0.0');
    expect(isClosed(moved(last, 1))).toBe(last === '255.255.255.255');
  });

  it.each([
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '2002:a9fe:a9fe::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fdff::1',
    'fe80::1',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
  ])('%s', (address) => {
    expect(isClosed(address)).toBe(true);
  });

  it.each(['2606:4700:4700::1111', '2a00:1450:4001::1', '2001:4860:4860::8888', '::ffff:8.8.8.8'])(
    'but not %s',
    (address) => {
      expect(isClosed(address)).toBe(false);
    },
  );

  it('are fewer when the user names a private host, but metadata stays closed', () => {
    for (const address of ['127.0.0.1', '10.0.0.1', '192.168.1.1', '::1', 'fd12::1']) {
      expect(isClosed(address, namedPrivate)).toBe(false);
    }
    for (const address of [
      '169.254.169.254',
      '100.100.100.200',
      '168.63.129.16',
      'fd00:ec2::254',
      'fe80::1',
      '224.0.0.1',
    ]) {
      expect(isClosed(address, namedPrivate)).toBe(true);
    }
  });
});

describe('namesPrivateHost', () => {
  it.each([
    '127.0.0.1',
    '127.8.8.8',
    '192.168.1.7',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '%31%32%37.0.0.1',
    '１２７.0.0.1',
    '127。0。0。1',
    '①②⑦.0.0.1',
    '0',
    '0x0',
    '[::]',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[0:0:0:0:0:ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '[::ffff:0:127.0.0.1]',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'docs.localhost',
  ])('%s is one', (host) => {
    expect(namesPrivateHost(`http://${host}:3000/`)).toBe(true);
  });

  it.each(['docs.example.org', '8.8.8.8', 'localhost.example.org'])('%s is none', (host) => {
    expect(namesPrivateHost(`https://${host}/`)).toBe(false);
  });
});

/** Simulates an attacker's resolver: it returns a public address first, then a private one. */
function rebinding(): (name: string) => string {
  let asked = 0;
  return () => {
    asked += 1;
    return asked === 1 ? '192.0.2.1' : '127.0.0.1';
  };
}

const sleep = (): Promise<void> => Promise.resolve();

describe('the way to a private address is closed however it is written', () => {
  let witness: FixtureSite;
  let witness6: FixtureSite | undefined;
  beforeAll(async () => {
    witness = await fixtureSite({ '/*': 'Reached' });
    witness6 = await fixtureSite({ '/*': 'Reached' }, { host: '::1' }).catch(() => undefined);
  });
  afterAll(async () => {
    await witness.close();
    await witness6?.close();
  });

  async function get(
    address: string,
    options: { readonly guard?: boolean; readonly port?: number; readonly resolve?: (name: string) => string } = {},
  ): Promise<FetchOutcome> {
    const { resolve, port = '' } = options;
    const url = new URL(address);
    const fetcher = guardedFetch({
      userAgent: 'Ibid/0.1',
      privateHosts: new Set(options.guard === false ? [url.hostname] : []),
      ports: new Set([witness.port, witness6?.port ?? '', port].map(String)),
      connections: 1,
      limits: { ...FETCH_LIMITS, retries: 2, deadlineMs: 2_000, connectMs: 500 },
      pace: createPace({ now: () => 0, sleep }),
      sleep,
      random: () => 0,
      lookup:
        resolve &&
        ((name, { all }, callback) => {
          const resolved = resolve(name);
          if (all === true) callback(null, [{ address: resolved, family: 4 }]);
          else callback(null, resolved, 4);
        }),
    });
    try {
      return await fetcher.fetch(url, { accept: 'text/html', admit: () => true });
    } finally {
      await fetcher.close();
    }
  }

  // One of each kind; the table above has all other spellings.
  it.each(['127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])('%s', async (host) => {
    const before = witness.connections + (witness6?.connections ?? 0);
    for (const { port } of [witness, ...(witness6 === undefined ? [] : [witness6])]) {
      expect(await get(`http://${host}:${port}/`)).toEqual({ type: 'refused' });
    }
    expect(witness.connections + (witness6?.connections ?? 0)).toBe(before);
  });

  it.each([
    ['resolves to it', () => '127.0.0.1'],
    ['resolves to it only when asked again', rebinding()],
  ])('a name that %s', async (_, resolve) => {
    const before = witness.connections;
    expect(await get(`http://docs.test:${witness.port}/`, { resolve })).toEqual({ type: 'refused' });
    expect(witness.connections).toBe(before);
  });

  it.each([
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'gopher://127.0.0.1:6379/_INFO',
    'data:text/html,hello',
    'http://user@docs.example:PORT/',
    'http://user:password@docs.example:PORT/',
    'http://:password@docs.example:PORT/',
    'http://docs.example:22/',
    'http://docs.example:6379/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/latest/meta-data/',
    `http://docs.example:PORT/${'a'.repeat(2_000)}`,
  ])('and the outcome of %s is the same, also for a host that is allowed', async (template) => {
    const address = template.replace('PORT', String(witness.port));
    const before = witness.connections;
    for (const guard of [true, false]) {
      expect(await get(address, { guard, resolve: () => '127.0.0.1' })).toEqual({ type: 'refused' });
    }
    expect(witness.connections).toBe(before);
  });

  it.each([
    ['a literal', (port: number) => `http://127.0.0.1:${port}/`],
    ['metadata', () => 'http://169.254.169.254/latest/'],
    ['another scheme', () => 'file:///etc/passwd'],
    ['another host without scheme', (port: number) => `//127.1:${port}/`],
    ['a user name', (port: number) => `http://docs.example@127.0.0.1:${port}/`],
  ])('a redirect to %s is not followed', async (_, target) => {
    const redirecting = await fixtureSite({ '/start': redirectTo(target(witness.port)) });
    const before = witness.connections;
    const start = `http://localhost:${redirecting.port}/start`;
    expect(await get(start, { guard: false, port: redirecting.port })).toEqual({ type: 'refused' });
    expect(redirecting.requests).toHaveLength(1);
    expect(witness.connections).toBe(before);
    await redirecting.close();
  });

  it('while without the guard it is reached (control of this test)', async () => {
    const before = witness.connections;
    expect(await get(`http://0x7f.1:${witness.port}/`, { guard: false })).toMatchObject({ type: 'fetched' });
    expect(witness.connections).toBe(before + 1);
  });
});
