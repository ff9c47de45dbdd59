import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

function bytes(...parts: readonly (string | readonly number[])[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : Buffer.from(part))));
}

/** `日本` in Shift_JIS, `中文` in GBK, `Привет` in windows-1251, `한글` in EUC-KR. */
const SHIFT_JIS = [0x93, 0xfa, 0x96, 0x7b];
const GBK = [0xd6, 0xd0, 0xce, 0xc4];
const WINDOWS_1251 = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2];
const EUC_KR = [0xc7, 0xd1, 0xb1, 0xdb];

describe('decodeText', () => {
  it.each<readonly [string, Uint8Array, string, string]>([
    ['UTF-8 that is declared nowhere', bytes('café €'), '', 'café €'],
    ['UTF-8 by the header', bytes('café'), 'utf-8', 'café'],
    ['Shift_JIS by the header', bytes(SHIFT_JIS), 'Shift_JIS', '日本'],
    ['GBK by an old label', bytes(GBK), 'gb2312', '中文'],
    ['windows-1251 by the header', bytes(WINDOWS_1251), 'windows-1251', 'Привет'],
    ['EUC-KR by the header', bytes(EUC_KR), 'euc-kr', '한글'],
    ['windows-1252 under the name of ISO-8859-1', bytes([0x80, 0x93, 0xe9]), 'iso-8859-1', '€“é'],
    ['the page’s own declaration', bytes('<meta charset=shift_jis>', SHIFT_JIS), '', '<meta charset=shift_jis>日本'],
    [
      'the long form of the declaration',
      bytes('<meta http-equiv="content-type" content="text/html; charset=GBK">', GBK),
      '',
      '<meta http-equiv="content-type" content="text/html; charset=GBK">中文',
    ],
    [
      'the declaration of XML',
      bytes('<?xml version="1.0" encoding="windows-1251"?>', WINDOWS_1251),
      '',
      '<?xml version="1.0" encoding="windows-1251"?>Привет',
    ],
    ['the header before the page', bytes('<meta charset=gbk>', SHIFT_JIS), 'shift_jis', '<meta charset=gbk>日本'],
    ['a mark before the header', bytes([0xef, 0xbb, 0xbf], 'é'), 'windows-1252', 'é'],
    ['UTF-16 by its mark', bytes([0xff, 0xfe, 0x41, 0x00, 0xe9, 0x00]), '', 'Aé'],
    ['big-endian UTF-16 by its mark', bytes([0xfe, 0xff, 0x00, 0x41, 0x00, 0xe9]), 'utf-8', 'Aé'],
    ['UTF-8 that calls itself ISO-8859-1', bytes('café'), 'iso-8859-1', 'café'],
    [
      'UTF-8 that calls itself windows-1252 in the page',
      bytes('<meta charset=windows-1252>é'),
      '',
      '<meta charset=windows-1252>é',
    ],
    ['UTF-8 that calls itself UTF-16 in the page', bytes('<meta charset=utf-16>é'), '', '<meta charset=utf-16>é'],
    [
      'a declaration inside a comment not at all',
      bytes('<!-- <meta charset=gbk> -->é'),
      '',
      '<!-- <meta charset=gbk> -->é',
    ],
    ['an unknown label not at all', bytes('é'), 'x-nonsense', 'é'],
    ['nothing', bytes(''), '', ''],
  ])('reads %s', (_, body, charset, text) => {
    expect(decodeText(body, charset)).toEqual({ text });
  });

  it('forgives a stray byte in a long page', () => {
    const { text } = decodeText(bytes('a'.repeat(5_000), [0xff], 'b'), 'utf-8');
    expect(text).toBe(`${'a'.repeat(5_000)}\uFFFDb`);
  });

  it.each<readonly [string, Uint8Array, string]>([
    ['other bytes that are declared nowhere', bytes('page ', WINDOWS_1251), ''],
    ['Shift_JIS that calls itself UTF-8', bytes('page ', SHIFT_JIS), 'utf-8'],
    ['UTF-16 without a mark', bytes([0x41, 0x00, 0x42, 0x00]), ''],
    ['bytes of a picture', bytes([0x89, 0x50, 0x4e, 0x47, 0xff, 0xfe, 0x00]), 'utf-8'],
  ])('rejects %s with a reason', (_, body, charset) => {
    const { text, reason } = decodeText(body, charset);
    expect(text).toBeUndefined();
    expect(reason).toMatch(/UTF-8|utf-8/);
  });
});
