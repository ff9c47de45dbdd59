import type { Warning } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import { readerMessage } from './replies.ts';

const of = (message: string, warnings: Warning[] = [], notes: Warning[] = []): string | null =>
  readerMessage({ message, warnings }, notes);

const told = (code: string, text: string): Warning => ({ code, text });

describe('what the reader is told beside the answer', () => {
  it('is null when there is nothing to tell', () => {
    expect(of('')).toBeNull();
    expect(of(' ')).toBeNull();
  });

  it('is in sentences without codes: the message, the notes on the request, the warnings', () => {
    expect(
      of(
        'The pages disagree.',
        [{ code: 'budget', text: 'no page fits' }],
        [{ code: 'selection_cut', text: 'only a part was used.' }],
      ),
    ).toBe('The pages disagree. Only a part was used. No page fits.');
  });

  it('says each thing once', () => {
    expect(of('', [told('a', 'so it is'), told('b', 'so it is')], [told('c', 'so it is')])).toBe('So it is.');
  });

  it('leaves out warnings that the message already puts in words', () => {
    const warnings = [
      { code: 'contradiction', text: 'two sections say different things' },
      { code: 'budget', text: '3 hits were left out' },
    ];
    expect(of('The pages disagree.', warnings)).toBe('The pages disagree. 3 hits were left out.');
    expect(of('', warnings)).toBe('Two sections say different things. 3 hits were left out.');
  });

  it('leaves marks at the end of a sentence alone', () => {
    expect(of('', [told('a', 'code: and more'), told('b', '`x` is unknown!')])).toBe('Code: and more. `x` is unknown!');
  });
});
