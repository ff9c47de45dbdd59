import { describe, expect, test } from 'vitest';
import { decodeHtml } from './decode-html.ts';

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const bytes = (head: string, ...tail: number[]): Uint8Array => new Uint8Array([...utf8(head), ...tail]);

describe('the encoding of a page', () => {
  test('a byte order mark wins over everything and is no text', () => {
    expect(decodeHtml(new Uint8Array([0xef, 0xbb, 0xbf, ...utf8('é')]), 'windows-1251')).toEqual({
      text: 'é',
      encoding: 'utf-8',
      warning: '',
    });
    expect(decodeHtml(new Uint8Array([0xff, 0xfe, 0x41, 0x00])).text).toBe('A');
    expect(decodeHtml(new Uint8Array([0xfe, 0xff, 0x00, 0x41])).text).toBe('A');
  });

  test('the header wins over the page', () => {
    expect(decodeHtml(bytes('<meta charset=shift_jis>', 0xe9), 'windows-1252').text).toContain('é');
  });

  test.each([
    ['<meta charset="windows-1251">', [0xcf, 0xf0], 'Пр'],
    ["<META HTTP-EQUIV='Content-Type' content='text/html; charset=Shift_JIS'>", [0x82, 0xa0], 'あ'],
    ['<meta content="text/html;charset=gbk" http-equiv=content-type>', [0xc4, 0xe3], '你'],
    ['<!-- <meta charset=gbk> --><meta charset=iso-8859-2>', [0xb1], 'ą'],
    ['<meta name=description content="charset=gbk"><meta charset=koi8-r>', [0xd0], 'п'],
    ['<meta charset=utf-16>', [...utf8('é')], 'é'],
    ['<meta charset=euc-kr>', [0xb0, 0xa1], '가'],
  ])('%s is obeyed', (head, tail, expected) => {
    expect(decodeHtml(bytes(head, ...tail)).text).toBe(head + expected);
  });

  test('without a declaration it is UTF-8 if it can be, else windows-1252', () => {
    expect(decodeHtml(utf8('naïve')).encoding).toBe('utf-8');
    expect(decodeHtml(bytes('na', 0xef, 0x76, 0x65))).toMatchObject({ text: 'naïve', encoding: 'windows-1252' });
  });

  test('a declaration that the bytes contradict is reported and overruled', () => {
    expect(decodeHtml(utf8('<meta charset=iso-8859-1>naïve 日本'))).toMatchObject({
      encoding: 'utf-8',
      warning: expect.stringContaining('is UTF-8'),
    });
    const wrong = decodeHtml(bytes('<meta charset=utf-8>na', 0xef, 0x76, 0x65));
    expect(wrong).toMatchObject({ encoding: 'windows-1252', warning: expect.stringContaining('not') });
    expect(wrong.text).toContain('naïve');
  });

  test('one broken character does not turn a page of UTF-8 into another encoding', () => {
    const mostly = decodeHtml(new Uint8Array([...utf8('日本語の文書 naïve'), 0xff]), 'utf-8');
    expect(mostly.text).toBe('日本語の文書 naïve\ufffd');
    expect(mostly.warning).not.toBe('');
  });

  test('an unknown label is reported', () => {
    expect(decodeHtml(utf8('é'), 'klingon-8')).toEqual({
      text: 'é',
      encoding: 'utf-8',
      warning: expect.stringContaining('klingon-8'),
    });
  });

  test('a declaration after the first 1,024 bytes does not count', () => {
    expect(decodeHtml(bytes(`${' '.repeat(1100)}<meta charset=windows-1251>`, 0xcf)).encoding).toBe('windows-1252');
  });
});
