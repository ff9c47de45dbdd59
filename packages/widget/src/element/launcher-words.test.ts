import { expect, test } from 'vitest';
import { loadMessages } from '../messages/load-messages.ts';
import { searchWord } from './ibid-search.ts';
import { launcherWords } from './start-in-shadow.ts';

test.each(
  'en de es fr it ja ko pt ru tr ur zh UR-pk de_AT pt-BR zh-Hans zh_CN zh-TW zh-Hant-HK tlh constructor'.split(' '),
)('in %s the launcher speaks as its panel does', async (locale) => {
  const { launcher, askAboutThis, retry, search } = await loadMessages(locale);
  expect(launcherWords(locale)).toMatchObject({ launcher, askAboutThis, retry });
  expect(searchWord(locale)).toBe(search);
});
