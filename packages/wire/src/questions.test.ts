/** How the contracts read the parts that all of them have: the question, a selection, a page and section, and fields they do not know. */
import { describe, expect, it } from 'vitest';
import { agentDialect } from './agent/codec.ts';
import { answerDialect } from './answer/codec.ts';
import { askDialect } from './ask/codec.ts';
import type { Decoded, Dialect, WireRequest } from './dialect.ts';
import { queryDialect } from './query/codec.ts';
import { decoderOf, endpointOf } from './testing/endpoint-parts.ts';

interface Contract {
  readonly name: string;
  readonly decode: (body: unknown) => Decoded<unknown>;
  readonly streaming: ((body: unknown) => Decoded<unknown>) | undefined;
  /** Names of each field, its own first. */
  readonly query: readonly [string, string];
  readonly selected: readonly [string, string];
  readonly page: readonly [string, string];
  readonly section: string | undefined;
}

const QUERY = ['query', 'query_text'] as const;
const SELECTED = ['selected_text', 'selected_text_constraint'] as const;
const PAGE = ['source_url_constraint', 'filter_url'] as const;

function contract({ name, endpoints }: Dialect, kind: 'answer' | 'retrieve', fields: Partial<Contract> = {}): Contract {
  const streaming = endpoints.find(({ path }) => path.endsWith('/stream')) as
    | { decode(request: WireRequest): Decoded<unknown> }
    | undefined;
  return {
    name: kind === 'answer' ? name : kind,
    decode: decoderOf<unknown>(endpointOf(endpoints, kind)),
    streaming: kind === 'answer' ? decoderOf<unknown>(streaming!) : undefined,
    query: QUERY,
    selected: SELECTED,
    page: PAGE,
    section: 'section_constraint',
    ...fields,
  };
}

const CONTRACTS: readonly Contract[] = [
  contract(askDialect, 'answer', { selected: ['selected_text_constraint', 'selected_text'] }),
  contract(agentDialect, 'answer', { query: ['query_text', 'query'] }),
  contract(answerDialect, 'retrieve'),
  contract(queryDialect, 'answer', { page: ['filter_url', 'source_url_constraint'], section: undefined }),
];

function refusal(decoded: Decoded<unknown>): string {
  return decoded.kind === 'ok' ? 'ok' : decoded.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
}

function valueOf(decoded: Decoded<unknown>): unknown {
  return decoded.kind === 'ok' ? decoded.value : undefined;
}

function differ([one, other]: readonly [string, string]): string {
  return `${other}: \`${one}\` and \`${other}\` are two names of one field and differ; send one of them`;
}

describe.each(CONTRACTS)('$name', ({ decode, streaming, query, selected, page, section }) => {
  const [q, p, s] = [query[0], page[0], selected[0]];
  const NO_PAGE = 'must be the address of a page, such as `https://docs.example.org/guide` or `/guide`';

  it.each([[undefined], [null], [[]], ['query']])('refuses %j as a body', (body) => {
    expect(refusal(decode(body))).toBe(': The body must be a JSON object.');
  });

  it.each([[{}], [{ [q]: null }], [{ [q]: ' \t\n' }], [{ [q]: '\u200B\u2060' }], [{ query: '', query_text: ' ' }]])(
    'refuses %j, which asks nothing (R1)',
    (body) => {
      expect(refusal(decode(body))).toBe(`${q}: \`${q}\` is required and must not be blank`);
    },
  );

  it.each<[string, object, string]>([
    ['a number as question', { [q]: 7 }, `${q}: \`${q}\` must be a string`],
    ['two different questions (R1)', { [q]: 'x', [query[1]]: 'y' }, differ(query)],
    ['two different pages (R4)', { [q]: 'x', [p]: '/a', [page[1]]: '/b' }, differ(page)],
    ['two different selections (R5)', { [q]: 'x', [s]: 'a', [selected[1]]: 'b' }, differ(selected)],
    ['a page that is none (R4)', { [q]: 'x', [p]: '#top' }, `${p}: \`${p}\` ${NO_PAGE}, not \`#top\``],
    [
      'such a page under its other name',
      { [q]: 'x', [page[1]]: 'javascript:x' },
      `${page[1]}: \`${page[1]}\` ${NO_PAGE}, not \`javascript:x\``,
    ],
    ['a list as page', { [q]: 'x', [p]: ['/a'] }, `${p}: \`${p}\` must be a string`],
    ['a long selection (R5)', { [q]: 'x', [s]: 'y'.repeat(5001) }, `${s}: \`${s}\` must have at most 5000 characters`],
    [
      'two wrong fields, each by its name',
      { [q]: 7, [s]: 7 },
      `${q}: \`${q}\` must be a string; ${s}: \`${s}\` must be a string`,
    ],
  ])('refuses %s', (_, body, issues) => {
    expect(refusal(decode(body))).toBe(issues);
  });

  it('accepts the other name of a field, also with both names and equal values (R1, R4, R5)', () => {
    const expected = decode({ [q]: 'x', [p]: '/a', [s]: 'y' });
    expect(expected.kind).toBe('ok');
    expect(decode({ [query[1]]: ' x ', [page[1]]: '/a', [selected[1]]: 'y' })).toEqual(expected);
    expect(
      decode({ query: 'x', query_text: ' x', [p]: '/a', [page[1]]: '/a/#b', [s]: 'y', [selected[1]]: 'y ' }),
    ).toEqual(expected);
  });

  it('restricts the search to page and section, which only locate a selection if there is one (R4, R18)', () => {
    const url = 'https://docs.example.org/guide/?a#b';
    const place = { [p]: url, ...(section === undefined ? {} : { [section]: ' The Nodes ' }) };
    const sections = section === undefined ? {} : { sections: ['thenodes'] };
    expect(decode({ [q]: 'x', ...place })).toMatchObject({
      value: { question: { where: { paths: ['/guide'], hosts: ['docs.example.org'], ...sections } } },
    });
    const located = decode({ [q]: 'x', ...place, [s]: ' y ' });
    expect(located).toMatchObject({
      value: {
        question: { selection: { text: 'y', url, ...(section === undefined ? {} : { section: 'The Nodes' }) } },
      },
    });
    expect(located).not.toHaveProperty('value.question.where');
  });

  it.each(page)('ignores a `%s` that is no page beside a selection, with a note (R18)', (name) => {
    const selecting = { [q]: 'x', [s]: 'y' };
    expect(decode({ ...selecting, [name]: 'Chapter 1: Nodes' })).toEqual({
      ...decode(selecting),
      notes: [{ code: 'page_ignored', text: `\`${name}\` is not the address of a page and was ignored` }],
    });
  });

  it('ignores unknown fields (R3) and cuts a long selection (R5), with notes', () => {
    expect(decode({ [q]: 'x', [s]: 'y'.repeat(2001), colour: 'red' })).toMatchObject({
      kind: 'ok',
      value: { question: { selection: { text: 'y'.repeat(2000) } } },
      notes: [
        { code: 'selection_cut', text: 'only the first 2000 characters of the selection were used' },
        { code: 'unknown_field', text: '`colour` is not a field of this request and was ignored' },
      ],
    });
    expect(decode(JSON.parse(`{"${q}":"x","__proto__":{"stream":true}}`))).toMatchObject({
      kind: 'ok',
      notes: [{ text: '`__proto__` is not a field of this request and was ignored' }],
    });
  });

  it.runIf(streaming !== undefined)('streams if the path or the body requests it', () => {
    expect(valueOf(decode({ [q]: 'x' }))).toMatchObject({ stream: false });
    expect(valueOf(decode({ [q]: 'x', stream: null }))).toMatchObject({ stream: false });
    expect(valueOf(decode({ [q]: 'x', stream: true }))).toMatchObject({ stream: true });
    for (const stream of [undefined, null, true])
      expect(valueOf(streaming!({ [q]: 'x', stream }))).toMatchObject({ stream: true });
    expect(refusal(decode({ [q]: 'x', stream: 'yes' }))).toBe('stream: `stream` must be true or false');
  });
});
