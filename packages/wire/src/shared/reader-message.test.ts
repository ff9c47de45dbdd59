import { describe, expect, it } from 'vitest';
import { readerMessage } from './replies.ts';

const of = (message: string, warnings: string[] = [], notes: string[] = []): string | null =>
  readerMessage({ message, warnings }, notes);

describe('what the reader is told beside the answer', () => {
  it('is null when there is nothing to tell', () => {
    expect(of('')).toBeNull();
    expect(of(' ')).toBeNull();
  });

  it('is in sentences without codes: the message, the notes on the request, the warnings', () => {
    expect(of('The pages disagree.', ['budget: no page fits'], ['selection_cut: only a part was used.'])).toBe(
      'The pages disagree. Only a part was used. No page fits.',
    );
  });

  it('says each thing once', () => {
    expect(of('', ['a: so it is', 'b: so it is'], ['c: so it is'])).toBe('So it is.');
  });

  it('leaves out warnings that the message already puts in words', () => {
    const warnings = ['contradiction: two sections say different things', 'budget: 3 hits were left out'];
    expect(of('The pages disagree.', warnings)).toBe('The pages disagree. 3 hits were left out.');
    expect(of('', warnings)).toBe('Two sections say different things. 3 hits were left out.');
  });

  it('leaves colons that follow no code alone', () => {
    expect(of('', ['two words: and more', '`x` is unknown!'])).toBe('Two words: and more. `x` is unknown!');
  });
});
