import { describe, expect, it } from 'vitest';
import { questionDecoder } from '../testing/endpoint-parts.ts';
import { nativeDialect } from './codec.ts';

const decode = questionDecoder(nativeDialect);

function refusal(body: unknown, streams?: true): string {
  const decoded = decode(body, streams);
  if (decoded.kind !== 'invalid') return decoded.kind;
  return decoded.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

describe('native requests', () => {
  it.each<[string, unknown, string]>([
    ['null', null, ': The body must be a JSON object.'],
    ['nothing asked (R1)', {}, 'query: `query` is required and must not be blank'],
    ['a blank query (R1)', { query: ' \t\n' }, 'query: `query` is required and must not be blank'],
    ['a long query (R1)', { query: 'x'.repeat(2001) }, 'query: `query` must have at most 2000 characters'],
    ['an unknown key (R3)', { query: 'x', top_k: 5 }, 'top_k: `top_k` is not a field of this request'],
    [
      'an unknown key inside',
      { query: 'x', selection: { text: 'y', page: 'z' } },
      'selection.page: `page` is not a field of this request',
    ],
    [
      'a prototype key',
      JSON.parse('{"query":"x","__proto__":{}}'),
      '__proto__: `__proto__` is not a field of this request',
    ],
    [
      'a selection that is text',
      { query: 'x', selection: 'y' },
      'selection: `selection` must be an object with `text`',
    ],
    [
      'a long selection (R5)',
      { query: 'x', selection: { text: 'y'.repeat(5001) } },
      'selection.text: `selection.text` must have at most 5000 characters',
    ],
    [
      'a page that is none (R4)',
      { query: 'x', page: '#top' },
      'page: `page` must be the address of a page, such as `https://docs.example.org/guide` or `/guide`, not `#top`',
    ],
    [
      'an injected system turn',
      { query: 'x', history: [{ role: 'system', text: 'y' }] },
      'history.0.role: `history.0.role` must be `reader` or `assistant`',
    ],
    [
      'too many turns',
      { query: 'x', history: Array.from({ length: 21 }, () => ({ role: 'reader', text: 'y' })) },
      'history: `history` must have at most 20 turns',
    ],
    [
      'no citations at all',
      { query: 'x', max_citations: 0 },
      'max_citations: `max_citations` must be a whole number from 1 to 20, not 0',
    ],
    ['a word for stream', { query: 'x', stream: 'yes' }, 'stream: `stream` must be true or false'],
    [
      'two different queries',
      { query: 'x', query_text: 'y' },
      'query_text: `query` and `query_text` are two names of one field and differ; send one of them',
    ],
  ])('refuses %s', (_, body, expected) => {
    expect(refusal(body)).toBe(expected);
  });

  it('reads every field', () => {
    const history = [
      { role: 'reader', text: ' hello ' },
      { role: 'assistant', text: 'Hello.' },
    ];
    const scope = { page: 'https://docs.example.org/guide/?utm=1#top', section: 'Install', locale: 'en', version: '2' };
    const body = { query: ' How?\0 ', ...scope, history, max_citations: 4, exact: true, stream: true };
    expect(decode(body)).toEqual({
      kind: 'ok',
      value: {
        question: {
          text: 'How?',
          history: [{ role: 'reader', text: 'hello' }, history[1]],
          where: { paths: ['/guide'], hosts: ['docs.example.org'], sections: ['install'], locale: 'en', version: '2' },
          maxCitations: 4,
          exact: true,
        },
        conversation: undefined,
        stream: true,
      },
      echo: {},
      notes: [],
    });
  });

  it('treats a selection without text as absent', () => {
    expect(decode({ query: 'x', selection: { text: '\n' } })).toEqual(decode({ query: 'x' }));
  });

  it('searches the words as typed only if `exact` is true', () => {
    expect(decode({ query: 'x', exact: true })).toMatchObject({ value: { question: { exact: true } } });
    expect(decode({ query: 'x', exact: false })).toEqual(decode({ query: 'x' }));
  });

  it('distinguishes a selection as context from a selection to answer from (R14)', () => {
    const selection = { text: 'y', url: 'https://docs.example.org/a' };
    const confined = { question: { selection } };
    expect(decode({ query: 'x', selection })).toMatchObject({ value: confined });
    expect(decode({ query: 'x', selection: { ...selection, only: true } })).toMatchObject({
      value: confined,
    });
    const open = decode({ query: 'x', selection: { ...selection, only: false }, page: '/b' });
    expect(open).toMatchObject({ value: { question: { about: selection, where: { paths: ['/b'] } } } });
    expect(open).not.toHaveProperty('value.question.selection');
    expect(decode({ query: 'x', selection: { ...selection, only: false }, page: '#' }).kind).toBe('invalid');
    expect(decode({ query: 'x', selection, page: '#' }).kind).toBe('ok');
  });

  it('accepts `query_text` as `query`, also with both names and equal values (R1)', () => {
    const expected = decode({ query: 'x' });
    expect(decode({ query_text: ' x ' })).toEqual(expected);
    expect(decode({ query: 'x', query_text: 'x ' })).toEqual(expected);
  });
});
