import { describe, expect, it } from 'vitest';
import { questionDecoder } from '../testing/endpoint-parts.ts';
import { askDialect } from './codec.ts';

const decode = questionDecoder(askDialect);

function refusal(body: unknown): string {
  const decoded = decode(body);
  if (decoded.kind !== 'invalid') return decoded.kind;
  return decoded.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

function streams(body: unknown, path?: true): unknown {
  const decoded = decode(body, path);
  return decoded.kind === 'ok' ? decoded.value.stream : decoded.kind;
}

const PAGE = 'https://docs.example.org/guide';
const NO_PAGE = 'must be the address of a page, such as `https://docs.example.org/guide` or `/guide`';

describe('requests to ask', () => {
  it.each<[string, unknown, string]>([
    ['nothing', undefined, ': The body must be a JSON object.'],
    ['null', null, ': The body must be a JSON object.'],
    ['a list', [], ': The body must be a JSON object.'],
    ['a word', 'query', ': The body must be a JSON object.'],
    ['no question (R1)', {}, 'query: `query` is required and must not be blank'],
    ['null as question (R1)', { query: null }, 'query: `query` is required and must not be blank'],
    ['a blank question (R1)', { query: ' \t\n' }, 'query: `query` is required and must not be blank'],
    ['two blank questions (R1)', { query: '', query_text: ' ' }, 'query: `query` is required and must not be blank'],
    ['a number as question', { query: 7 }, 'query: `query` must be a string'],
    ['a long question (R1)', { query: 'x'.repeat(2001) }, 'query: `query` must have at most 2000 characters'],
    [
      'two different questions (R1)',
      { query: 'x', query_text: 'y' },
      'query_text: `query` and `query_text` are two names of one field and differ; send one of them',
    ],
    [
      'two different pages (R4)',
      { query: 'x', source_url_constraint: PAGE, filter_url: '/guide' },
      'filter_url: `source_url_constraint` and `filter_url` are two names of one field and differ; send one of them',
    ],
    [
      'two different selections',
      { query: 'x', selected_text_constraint: 'a', selected_text: 'b' },
      'selected_text: `selected_text_constraint` and `selected_text` are two names of one field and differ; send one of them',
    ],
    [
      'a page that is none (R4)',
      { query: 'x', source_url_constraint: '#top' },
      `source_url_constraint: \`source_url_constraint\` ${NO_PAGE}, not \`#top\``,
    ],
    [
      'a page that is none under its other name',
      { query: 'x', filter_url: 'javascript:x' },
      `filter_url: \`filter_url\` ${NO_PAGE}, not \`javascript:x\``,
    ],
    [
      'a list as page',
      { query: 'x', source_url_constraint: [PAGE] },
      'source_url_constraint: `source_url_constraint` must be a string',
    ],
    [
      'a long section',
      { query: 'x', section_constraint: 's'.repeat(501) },
      'section_constraint: `section_constraint` must have at most 500 characters',
    ],
    [
      'a long selection (R5)',
      { query: 'x', selected_text_constraint: 's'.repeat(5001) },
      'selected_text_constraint: `selected_text_constraint` must have at most 5000 characters',
    ],
    ['a word for stream', { query: 'x', stream: 'yes' }, 'stream: `stream` must be true or false'],
    [
      'several things at once, each by its name',
      { query: 7, section_constraint: 7 },
      'query: `query` must be a string; section_constraint: `section_constraint` must be a string',
    ],
  ])('refuses %s', (_, body, expected) => {
    expect(refusal(body)).toBe(expected);
  });

  it('takes `null`, absent and blank optional fields as the same (R3)', () => {
    const bare = decode({ query: 'x' });
    const names = [
      'query_text',
      'source_url_constraint',
      'filter_url',
      'section_constraint',
      'selected_text_constraint',
      'selected_text',
    ];
    const all = (value: unknown): unknown => ({
      query: 'x',
      ...Object.fromEntries(names.map((name) => [name, value])),
    });
    expect(decode(all(null))).toEqual(bare);
    expect(decode(all(' \n'))).toEqual(bare);
    expect(decode({ query: 'x', stream: null })).toEqual(bare);
    expect(decode({ query: 'x', stream: '' })).toEqual(bare);
  });

  it('takes the other names for the documented ones, also when both say the same (R1, R4)', () => {
    const documented = decode({ query: 'x', source_url_constraint: PAGE, section_constraint: 's' });
    expect(decode({ query_text: 'x', filter_url: PAGE, section_constraint: 's' })).toEqual(documented);
    const both = {
      query: 'x',
      query_text: ' x',
      source_url_constraint: PAGE,
      filter_url: PAGE,
      section_constraint: 's',
    };
    expect(decode(both)).toEqual(documented);
    expect(decode({ query: 'x', selected_text: 'y' })).toEqual(decode({ query: 'x', selected_text_constraint: 'y' }));
  });

  it('restricts to page and section without a selection, and only locates it with one (R4, R18)', () => {
    const body = { query: 'x', source_url_constraint: `${PAGE}/?a#b`, section_constraint: 'The Nodes' };
    expect(decode(body)).toMatchObject({
      value: { question: { where: { paths: ['/guide'], sections: ['thenodes'] } } },
    });
    const selected = decode({ ...body, selected_text_constraint: 'y' });
    expect(selected).toMatchObject({
      value: { question: { selection: { text: 'y', url: `${PAGE}/?a#b`, section: 'The Nodes' } } },
    });
    expect(selected).not.toHaveProperty('value.question.where');
  });

  it('ignores what names no page beside a selection, and says so (R18)', () => {
    const selected = { query: 'x', selected_text: 'y' };
    const plain = decode(selected);
    for (const field of ['source_url_constraint', 'filter_url']) {
      expect(decode({ ...selected, [field]: 'Chapter 1: Nodes' })).toEqual({
        ...plain,
        notes: [{ code: 'page_ignored', text: `\`${field}\` is not the address of a page and was ignored` }],
      });
    }
  });

  it('takes two spellings of one page for one (R4)', () => {
    const one = decode({ query: 'x', source_url_constraint: PAGE });
    expect(decode({ query: 'x', source_url_constraint: PAGE, filter_url: `${PAGE}/#a` })).toEqual(one);
  });

  it('refuses `stream: false` where everything streams', () => {
    const decoded = decode({ query: 'x', stream: false }, true);
    expect(decoded).toMatchObject({ kind: 'invalid', issues: [{ path: 'stream' }] });
  });

  it('streams where the path or the body says so', () => {
    expect([streams({ query: 'x' }), streams({ query: 'x', stream: true }), streams({ query: 'x' }, true)]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('ignores unknown fields, and says so (R3)', () => {
    const body: unknown = JSON.parse('{"query":"x","top_k":5,"__proto__":{"stream":true}}');
    expect(decode(body)).toMatchObject({
      kind: 'ok',
      value: { stream: false },
      notes: [
        { code: 'unknown_field', text: '`top_k` is not a field of this request and was ignored' },
        { code: 'unknown_field', text: '`__proto__` is not a field of this request and was ignored' },
      ],
    });
  });

  it('says when a selection is cut (R5)', () => {
    expect(decode({ query: 'x', selected_text: 'y'.repeat(2001) })).toMatchObject({
      value: { question: { selection: { text: 'y'.repeat(2000) } } },
      notes: [{ code: 'selection_cut', text: 'only the first 2000 characters of the selection were used' }],
    });
  });
});
