import { expect, test } from 'vitest';
import { mistype } from './mistype.ts';

test.each([
  ['When does the harbour open?', 'When does the harnour open?', 'When does the harnor open?'],
  ['which bread is sold on market days', 'which bread is sold on markket days', 'which bread is sold on marklet days'],
  ['Is restarting dangerous?', 'Is restartnig dangerous?', 'Is restartig dangerous?'],
])(
  '`%s` gets slips in its longest word, behind the first letter, and the same ones each time',
  (question, one, two) => {
    expect([mistype(question, 1), mistype(question, 2)]).toEqual([one, two]);
  },
);

test.each(['println!', 'useEffect', 'robots.txt', 'x86_64', '/harbours/', 'what is a pod', 'before yours'])(
  '`%s` is spelt as it is: a name of code, or words that are short or say nothing',
  (question) => {
    expect(mistype(question, 1)).toBeUndefined();
  },
);
