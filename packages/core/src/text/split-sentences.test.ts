import { describe, expect, it } from 'vitest';

import { splitSentences } from './split-sentences.ts';

/** `¦` marks where the text is cut. */
const checkSentences = (marked: string): void => {
  it(`${marked.replaceAll('\n', '⏎')}`, () => {
    const text = marked.replaceAll('¦ ', '').replaceAll('¦', '');
    const expected = marked.split('¦').map((sentence) => sentence.trim());
    expect(splitSentences(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
};

describe('splitSentences cuts', () => {
  checkSentences('First one. ¦ Second one! ¦ Third?');
  checkSentences('He said "stop." ¦ Then he left. ¦ (Really.) ¦ “Yes.” ¦ Done');
  checkSentences('Wait... ¦ What?! ¦ Now.');
  checkSentences('word . ¦ Next one ? ¦ Yes .');
  checkSentences('Open the file.\n¦ Close it.');
  checkSentences('See the registry. ¦ npm is a tool. ¦ Call foo(). ¦ Then stop.');
  checkSentences('Use A, B, etc. ¦ The rest is free.');
  checkSentences('It is sold in the U.S. ¦ The rest is not.');
  checkSentences('Only this type is Eq. ¦ One example is here.');
  checkSentences('Choose plan B. ¦ Then go on.');
  checkSentences('これは文です。¦次の文！¦終わり');
  checkSentences('ما هذا؟ ¦ نعم۔ ¦ جی');
  checkSentences('यह है। ¦ वह है।');
  checkSentences('完成! ¦ 然后继续.');
});

describe('splitSentences does not cut', () => {
  checkSentences('Use a tool, e.g. Kubernetes, i.e. The thing.');
  checkSentences('Dr. Smith, Mr. Jones vs. Mrs. Brown, see Fig. 3 and No. 5, approx. 7.');
  checkSentences('The U.S. Government wrote v1.2.3 of config.yaml in 3.5 days.');
  checkSentences('J. R. R. Tolkien wrote it.');
  checkSentences('1. Install the package.');
  checkSentences('Three things: One, Two; Three.');
  checkSentences('Some (really?) odd [...] text ... goes on etc. and on.');
  checkSentences('「はい。」と言った。');
  checkSentences('Run cd .. Then look.');
  checkSentences('Server (z. B. Uvicorn) bzw. Programme, p. ej. Uvicorn, т. е. Сервер, напр. Uvicorn.');
});

it('gives nothing for blank text', () => {
  expect(splitSentences('')).toEqual([]);
  expect(splitSentences(' \n\t ')).toEqual([]);
});
