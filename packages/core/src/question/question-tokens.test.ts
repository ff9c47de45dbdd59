import { expect, test } from 'vitest';
import { questionTokens } from './question-tokens.ts';

test.each([
  ['log in, or log in with a key', 'login log login log kei'],
  ['a log-in page', 'login log page'],
  ['logged in production, log in the app', 'log product log app'],
  ['where is it logged in', 'log'],
  ['does it reload out of the box', 'reload'],
  ['what exactly is a log', 'log'],
  ['exactly-once log', 'exactli log'],
  ['step by step', 'step step'],
  ['CORSを有効にするには', 'cor を有 有効 効に'],
  ['如何修改端口', '何修 修改 改端 端口'],
  ['포트를 어떻게 바꾸나요', '포트 트를 바꾸 꾸나'],
  ['どうすればいい', 'どう うす すれ れば ばい いい'],
  ['set up the plug ins of the login', 'setup set plugin plug in login'],
])('%s', (text, tokens) => {
  expect(questionTokens(text).join(' ')).toBe(tokens);
});
