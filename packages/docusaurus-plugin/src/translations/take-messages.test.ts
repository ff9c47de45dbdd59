import { loadMessages } from '@ibid/widget/messages';
import { expect, test } from 'vitest';
import { messageTexts, takeMessages } from './messages.ts';

const english = await loadMessages('en');

test("the owner's words replace the panel's, and leave what every page loads", () => {
  const translations = {
    'theme.common.x': 'X',
    'ibid.title': 'Ask the book',
    'ibid.close': english.close,
    'ibid.send': '',
  };
  expect(takeMessages(translations, english)).toEqual({ messages: { title: 'Ask the book' }, problems: [] });
  expect(translations).toEqual({ 'theme.common.x': 'X' });
});

test('a translation that stands for no message is told', () => {
  const { messages, problems } = takeMessages({ 'ibid.titel': 'x', 'ibid.said': 'x', 'ibid.__proto__': 'x' }, english);
  expect(messages).toEqual({});
  expect(problems).toHaveLength(3);
  expect(problems[0]).toContain('did you mean `ibid.title`?');
});

test('what is written for translators is read back as it is', () => {
  const texts = messageTexts(english);
  expect(Object.keys(texts).length).toBeGreaterThan(20);
  expect(takeMessages({ ...texts }, english)).toEqual({ messages: {}, problems: [] });
});
