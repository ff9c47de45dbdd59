import { describe, expect, it } from 'vitest';

import { contentTokens, tokenize, tokenizeSpans } from './tokenize.ts';

const checkTokens = (text: string, expected: string): void => {
  it(`${text} → ${expected || 'nothing'}`, () => {
    expect(tokenize(text).join(' ')).toBe(expected);
  });
};

describe('tokenize: words as measured', () => {
  checkTokens('maxRetryCount', 'maxretrycount max retri count');
  checkTokens('max_retry_count', 'max_retry_count max retri count');
  checkTokens('HTTPServer', 'httpserver http server');
  checkTokens('ERR_MODULE_NOT_FOUND', 'err_module_not_found err modul found');
  checkTokens('OAuth2', 'oauth2 oauth auth 2');
  checkTokens('base64', 'base64 base 64');
  checkTokens('E11000', 'e11000');
  checkTokens('Straße café', 'straße cafe');
  checkTokens('APIs', 'api ap');
  checkTokens('IPv4', 'ipv4 ipv pv 4');
  checkTokens('__init__', 'init');
  checkTokens('a', '');
  checkTokens("don't", '');
});

describe('tokenize: names kept whole in addition to their words', () => {
  checkTokens('v1.2.3', 'v1.2.3 v1 2 3');
  checkTokens('README.md', 'readme.md readm md');
  checkTokens('--max-old-space-size=4096', '--max-old-space-size max old space size 4096');
  checkTokens('rm -rf dist', 'rm -rf rf dist');
  checkTokens('.NET, not ASP.NET', '.net net asp.net asp net');
  checkTokens('copy .env.local', 'copi .env.local env local');
  checkTokens('www.my-site.org', 'www.my-site.org www site org');
  checkTokens('Node.js-based', 'node.js node js base');
  checkTokens('v-if or x-on:click', 'v-if v x-on x click');
  checkTokens('x-axis, up-to-date', 'x axi date');
  checkTokens('127.0.0.1', '127.0.0.1 127 0 0 1');
});

describe('tokenize: languages that differ by a sign', () => {
  checkTokens('C++', 'c++');
  checkTokens('C#', 'c#');
  checkTokens('F# and f', 'f# f');
  checkTokens('(C++17)', 'c++ 17');
  checkTokens('page.html#c', 'page.html page html c');
});

describe('tokenize: a verb with a particle gives its noun, too', () => {
  checkTokens('set up', 'setup set');
  checkTokens('Setting up the login', 'setup set login');
  checkTokens('signed out, then log-in', 'signout sign login log');
  checkTokens('rolls back plug-ins', 'rollback roll back plugin plug in');
  checkTokens('set it up', 'set');
});

describe('tokenize: a name with a number is the same in one word and in two', () => {
  checkTokens('ROS2 or ROS 2', 'ros2 ro 2 ros2 ro 2');
  checkTokens('UTF-8 and utf8', 'utf8 utf 8 utf8 utf 8');
  checkTokens('OAuth 2', 'oauth2 oauth auth 2');
  checkTokens('Python 3.11', 'python3 python 3.11 3 11');
  checkTokens('4 2, x 86, of 2', '4 2 x 86 2');
  checkTokens('HTTP/2, UTF\u20118', 'http2 http 2 utf8 utf 8');
  checkTokens('ISO 8601', 'iso8601 iso 8601');
  checkTokens('in 2024', '2024');
});

describe('tokenize: error codes', () => {
  checkTokens('TS2345: 404', 'ts2345 ts 2345 404');
  checkTokens('0x80070005', '0x80070005 80070005');
});

describe('tokenize: other scripts', () => {
  checkTokens('日本語の検索', '日本 本語 語の の検 検索');
  checkTokens('React组件', 'react 组件');
  checkTokens('한국어', '한국 국어');
  checkTokens('ｶﾞｲﾄﾞ', 'ガイド');
  checkTokens('JSONレスポンスの形式', 'json レスポンス の形 形式');
  checkTokens('أَحْمَدُ', 'احمد');
  checkTokens('کتاب كتاب', 'كتاب كتاب');
  checkTokens('عربـــي یہ', 'عربي يه');
  checkTokens('۴۲ ٤٢', '42 42');
  checkTokens('Настройка', 'настроик');
  checkTokens('зависимость зависимости, запустить запускать', 'зависим зависим запуст запуск');
  checkTokens('हिन्दी', 'हिन्दी');
});

describe('tokenize: English sentences gain nothing', () => {
  checkTokens('We stop here. Then, e.g. at noon (U.S. time), go on.', 'stop noon u time go');
  checkTokens('A well-known thing - and more -- here...', 'well known thing');
});

const checkSpans = (text: string, expected: string): void => {
  it(`places ${text}`, () => {
    const spans = tokenizeSpans(text);
    expect(spans.map(({ token }) => token)).toEqual(tokenize(text));
    expect(spans.map(({ start, end }) => text.slice(start, end)).join('|')).toBe(expected);
  });
};

describe('tokenizeSpans', () => {
  checkSpans('“naïve” cafe\u0301s', 'naïve|cafe\u0301s');
  checkSpans('½ ﬁle', '½|½|ﬁle');
  checkSpans('maxRetry 日本語', 'maxRetry|maxRetry|maxRetry|日本|本語');
  checkSpans('أَحْمَدُ كتاب', 'أَحْمَدُ|كتاب');
});

it('contentTokens gives each token once', () => {
  expect([...contentTokens('the cats and the cat')]).toEqual(['cat']);
});

it('a long chain of letters takes no longer than as much prose', { timeout: 5_000 }, () => {
  expect(tokenize(`${'a-'.repeat(200_000)}b`)).toEqual(['b']);
});

it('overlong runs of letters give nothing', () => {
  expect(tokenize(`${'x'.repeat(129)} word`)).toEqual(['word']);
});
