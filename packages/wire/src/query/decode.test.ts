import { describe, expect, it } from 'vitest';
import { questionDecoder } from '../testing/endpoint-parts.ts';
import { queryDialect } from './codec.ts';

const decode = questionDecoder(queryDialect);

function refusal(body: unknown): string {
  const decoded = decode(body);
  if (decoded.kind !== 'invalid') return decoded.kind;
  return decoded.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

const NO_PAGE = 'must be the address of a page, such as `https://docs.example.org/guide` or `/guide`';
const TOP_K = '`top_k` must be a whole number from 1 to 10';

describe('requests to query', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, ': The body must be a JSON object.'],
    ['a list', [], ': The body must be a JSON object.'],
    ['no question (R1)', { top_k: 5 }, 'query: `query` is required and must not be blank'],
    ['a blank question (R1)', { query: '\u200B' }, 'query: `query` is required and must not be blank'],
    ['a number as question', { query: 7 }, 'query: `query` must be a string'],
    ['a long question (R1)', { query: 'x'.repeat(2001) }, 'query: `query` must have at most 2000 characters'],
    ['too little', { query: 'x', top_k: 0 }, `top_k: ${TOP_K}, not 0`],
    ['too much (R2)', { query: 'x', top_k: 11 }, `top_k: ${TOP_K}, not 11`],
    ['a part', { query: 'x', top_k: 2.5 }, `top_k: ${TOP_K}, not 2.5`],
    ['a number in words', { query: 'x', top_k: '5' }, `top_k: ${TOP_K}, not a value of type string`],
    [
      'two different questions (R1)',
      { query: 'x', query_text: 'y' },
      'query_text: `query` and `query_text` are two names of one field and differ; send one of them',
    ],
    [
      'two different pages (R4)',
      { query: 'x', filter_url: '/a', source_url_constraint: '/b' },
      'source_url_constraint: `filter_url` and `source_url_constraint` are two names of one field and differ; send one of them',
    ],
    [
      'two different selections',
      { query: 'x', selected_text: 'a', selected_text_constraint: 'b' },
      'selected_text_constraint: `selected_text` and `selected_text_constraint` are two names of one field and differ; send one of them',
    ],
    [
      'a page that is none (R4)',
      { query: 'x', filter_url: 'https://' },
      `filter_url: \`filter_url\` ${NO_PAGE}, not \`https://\``,
    ],
    [
      'a long selection (R5)',
      { query: 'x', selected_text: 's'.repeat(5001) },
      'selected_text: `selected_text` must have at most 5000 characters',
    ],
    ['a word for stream', { query: 'x', stream: 1 }, 'stream: `stream` must be true or false'],
  ])('refuses %s', (_, body, expected) => {
    expect(refusal(body)).toBe(expected);
  });

  it('takes `null`, absent and blank optional fields as the same (R3)', () => {
    const bare = decode({ query: 'x' });
    const nulls = { top_k: null, selected_text: null, filter_url: null, stream: null, query_text: null };
    expect(decode({ query: 'x', ...nulls })).toEqual(bare);
    expect(decode({ query: 'x', selected_text: ' ', filter_url: '\n' })).toEqual(bare);
    expect(bare).toMatchObject({ value: { question: { retrieval: { limit: 5 } }, stream: false }, notes: [] });
  });

  it('restricts to the page without a selection, and only locates it with one (R4, R18)', () => {
    expect(decode({ query: 'x', filter_url: 'http://localhost:3000/a.html' })).toMatchObject({
      value: { question: { where: { paths: ['/a'] } } },
    });
    const selected = decode({ query: 'x', filter_url: '/a', selected_text: 'y' });
    expect(selected).toMatchObject({ value: { question: { selection: { text: 'y', url: '/a' } } } });
    expect(selected).not.toHaveProperty('value.question.where');
  });

  it('ignores what names no page beside a selection, and says so (R18)', () => {
    const selected = { query: 'x', selected_text: 'y' };
    expect(decode({ ...selected, filter_url: '#top' })).toEqual({
      ...decode(selected),
      notes: [{ code: 'page_ignored', text: '`filter_url` is not the address of a page and was ignored' }],
    });
  });

  it('ignores unknown fields, and says so (R3)', () => {
    expect(decode({ query: 'x', section_constraint: 'y' })).toMatchObject({
      kind: 'ok',
      notes: [{ code: 'unknown_field', text: '`section_constraint` is not a field of this request and was ignored' }],
    });
  });

  it('streams where the path or the body says so', () => {
    expect(decode({ query: 'x', stream: true })).toMatchObject({ value: { stream: true } });
    expect(decode({ query: 'x' }, true)).toMatchObject({ value: { stream: true } });
  });
});
