import { expect, test } from 'vitest';
import { isEnglish } from './form-words.ts';

test.each([
  'how do I change the port',
  'change port',
  'was it removed',
  'the DES cipher',
  'CORS',
  'what does 組件 mean',
])('%s is taken for English', (text) => {
  expect(isEnglish(text)).toBe(true);
});

test.each([
  'Wie ändere ich den Port?',
  'welche Middleware läuft zuerst, wenn ich zwei hinzufüge',
  '¿Qué es un origen?',
  'как включить CORS',
  'CORS nasıl etkinleştirilir',
  '如何修改端口',
  'CORSを有効にするには',
])('%s is not', (text) => {
  expect(isEnglish(text)).toBe(false);
});
