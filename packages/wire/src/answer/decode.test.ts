import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/test-context.ts';
import { encodeFailure } from '../shared/failures.ts';
import { questionDecoder } from '../testing/endpoint-parts.ts';
import { answerDialect } from './codec.ts';

const decode = questionDecoder(answerDialect);

type Fields = Readonly<Record<string, unknown>>;

const CHUNK = { chunk_id: 'a', source_url: 'https://docs.example.org/a', content: 'The port is 7420.' };
const BUNDLE = { status: 'success', chunks: [CHUNK] };
const BODY = { query: 'Which port?', mode: 'global', context_bundle: BUNDLE };

const body = (parts: Fields): Fields => ({ ...BODY, ...parts });
const bundle = (parts: Fields): Fields => body({ context_bundle: { ...BUNDLE, ...parts } });
const chunk = (parts: Fields): Fields => bundle({ chunks: [{ ...CHUNK, ...parts }] });

const at = (path: string, message: string): string => `context_bundle.${path}: \`context_bundle.${path}\` ${message}`;
const strict = (parts: Fields): unknown => decode({ ...BODY, mode: 'selected_text_only', ...parts });

/** Returns the server's reply to a refused body: status, code and issues. */
function refusal(given: unknown): string {
  const decoded = decode(given);
  if (decoded.kind !== 'invalid' && decoded.kind !== 'refused') return decoded.kind;
  const code = decoded.kind === 'invalid' ? 'INVALID_REQUEST' : 'CONTEXT_REFUSED';
  const { status } = encodeFailure({ code, message: '', issues: decoded.issues }, testContext());
  return `${status} ${code} ${decoded.issues.map(({ path, message }) => `${path}: ${message}`).join('; ')}`;
}

describe('a malformed request is invalid (400)', () => {
  const required =
    'context_bundle: `context_bundle` is required: the bundle of a retrieval, such as `POST /api/retrieve` gives';
  const modes = 'mode: `mode` must be `global` or `selected_text_only`';
  it.each<[string, unknown, string]>([
    ['no bundle', body({ context_bundle: undefined }), required],
    ['neither query nor bundle', { mode: 'global' }, `query: \`query\` is required and must not be blank; ${required}`],
    [
      'a selection other than that of the bundle',
      { ...bundle({ selected_text: 'x' }), mode: 'selected_text_only', selected_text: 'y' },
      'context_bundle.selected_text: `selected_text` and `context_bundle.selected_text` are two names of one field and differ; send one of them',
    ],
    ['a bad mode beside a bad bundle', body({ mode: 'x', context_bundle: 7 }), modes],
  ])('%s', (_, given, issues) => {
    expect(refusal(given)).toBe(`400 INVALID_REQUEST ${issues}`);
  });
});

describe('a bundle that cannot be genuine is refused (422)', () => {
  const object = 'context_bundle: `context_bundle` must be an object, the bundle of a retrieval';
  const source = 'must be the address of a page, or a name of the source that no browser runs';
  it.each<[string, unknown, string]>([
    ['text', body({ context_bundle: 'bundle' }), object],
    ['a list', body({ context_bundle: [CHUNK] }), object],
    [
      'an empty object',
      body({ context_bundle: {} }),
      at('status', 'must be one of `success`, `partial`, `no_matches`, `error`'),
    ],
    [
      'another status',
      bundle({ status: 'ok' }),
      at('status', 'must be one of `success`, `partial`, `no_matches`, `error`'),
    ],
    [
      'no list',
      bundle({ chunks: undefined }),
      at('chunks', 'is required: the passages of the retrieval, or an empty list'),
    ],
    [
      'no list, although nothing matched',
      bundle({ status: 'no_matches', chunks: undefined }),
      at('chunks', 'is required: the passages of the retrieval, or an empty list'),
    ],
    ['an object for a list', bundle({ chunks: { 0: CHUNK } }), at('chunks', 'must be a list of passages')],
    [
      'success without passages',
      bundle({ chunks: [] }),
      at(
        'chunks',
        'is empty although `context_bundle.status` is `success`; a retrieval without matches says `no_matches`',
      ),
    ],
    [
      'too many passages',
      bundle({ chunks: Array.from({ length: 101 }, (_, i) => ({ ...CHUNK, chunk_id: `c${i}` })) }),
      at('chunks', 'must have at most 100 passages'),
    ],
    [
      'two lists that differ',
      bundle({ retrieved_chunks: [{ ...CHUNK, content: 'x' }] }),
      at('retrieved_chunks', 'is another name of `context_bundle.chunks` and differs from it; send one of them'),
    ],
    [
      'a passage that is text',
      bundle({ chunks: ['x'] }),
      at('chunks.0', 'must be an object with `chunk_id`, `source_url` and `content`'),
    ],
    [
      'an empty passage: one issue for each field',
      bundle({ chunks: [CHUNK, {}] }),
      [
        at('chunks.1.chunk_id', 'must be a string'),
        at('chunks.1.source_url', 'must be a string'),
        at('chunks.1.content', 'must be a string'),
      ].join('; '),
    ],
    ['an empty id', chunk({ chunk_id: '' }), at('chunks.0.chunk_id', 'must not be blank')],
    ['a long id', chunk({ chunk_id: 'x'.repeat(501) }), at('chunks.0.chunk_id', 'must have at most 500 characters')],
    ['a blank address', chunk({ source_url: ' ' }), at('chunks.0.source_url', 'must not be blank')],
    ['an address that browsers run', chunk({ source_url: 'JavaScript:alert(1)' }), at('chunks.0.source_url', source)],
    [
      'such an address with a line break inside',
      chunk({ source_url: 'java\nscript:alert(1)' }),
      at('chunks.0.source_url', source),
    ],
    ['an address that is a document', chunk({ source_url: 'data:text/html,x' }), at('chunks.0.source_url', source)],
    ['a blank content', chunk({ content: '\u200B\n' }), at('chunks.0.content', 'must not be blank')],
    [
      'a long content',
      chunk({ content: 'x'.repeat(20_001) }),
      at('chunks.0.content', 'must have at most 20000 characters'),
    ],
    ['a section that is no text', chunk({ section: 7 }), at('chunks.0.section', 'must be a string')],
    ['a score that is text', chunk({ relevance_score: '0.9' }), at('chunks.0.relevance_score', 'must be a number')],
    ...[7, -1, 1.1].map((relevance_score): [string, unknown, string] => [
      `a similarity of ${relevance_score}`,
      chunk({ relevance_score }),
      at('chunks.0.relevance_score', 'must be a number from 0 to 1'),
    ]),
    [
      'no matches with passages',
      bundle({ status: 'no_matches' }),
      at('chunks', 'holds passages although `context_bundle.status` is `no_matches`'),
    ],
    ...[
      [99_999, '99999'],
      [100, '100'],
      [-1, '-1'],
    ].map(([total_tokens, shown]): [string, unknown, string] => [
      `${shown} tokens of a passage of 400`,
      bundle({ total_tokens, chunks: [{ ...CHUNK, token_count: 400 }] }),
      at('total_tokens', `is ${shown}, and the passages have about 400 tokens`),
    ]),
    ['a count that is text', chunk({ token_count: '9' }), at('chunks.0.token_count', 'must be a number')],
    [
      'one id with two contents',
      bundle({ chunks: [CHUNK, { ...CHUNK, content: 'Other.' }] }),
      at('chunks.1', 'has the `chunk_id` of another passage with other content'),
    ],
    [
      'one id with two addresses',
      bundle({ chunks: [CHUNK, { ...CHUNK, source_url: 'x' }] }),
      at('chunks.1', 'has the `chunk_id` of another passage with other content'),
    ],
    [
      'a generation that is no count',
      bundle({ generation: -1 }),
      at('generation', `must be a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, not -1`),
    ],
    ['warnings that are no list', bundle({ warnings: 'x' }), at('warnings', 'must be a list of strings')],
    ['a total that is text', bundle({ total_tokens: '9' }), at('total_tokens', 'must be a number')],
    ['a mode that is none', bundle({ mode: 'x' }), at('mode', 'must be `global` or `selected_text_only`')],
    [
      'a long selection',
      bundle({ selected_text: 'x'.repeat(5001) }),
      at('selected_text', 'must have at most 5000 characters'),
    ],
    ['a query that is no text', bundle({ query: 7 }), at('query', 'must be a string')],
  ])('%s', (_, given, issues) => {
    expect(refusal(given)).toBe(`422 CONTEXT_REFUSED ${issues}`);
  });

  it('control: the unchanged body is accepted', () => {
    expect(decode(BODY).kind).toBe('ok');
  });
});

describe('an accepted bundle', () => {
  it('becomes supplied passages, unchanged', () => {
    const whole = {
      ...CHUNK,
      content: ' indented\n',
      section: 'Port',
      chapter: 'Install',
      anchor: 'port',
      relevance_score: 0.5,
      rank_score: 1.2,
      token_count: 9,
      retriever: 'v2',
    };
    expect(decode(bundle({ chunks: [whole], generation: 3 }))).toEqual({
      kind: 'ok',
      value: {
        question: {
          text: 'Which port?',
          history: [],
          supplied: {
            status: 'success',
            generation: 3,
            selectionOnly: false,
            chunks: [
              {
                id: 'a',
                url: 'https://docs.example.org/a',
                anchor: 'port',
                title: 'Install',
                heading: 'Port',
                text: ' indented\n',
                similarity: 0.5,
                score: 1.2,
              },
            ],
          },
        },
        stream: false,
        conversation: undefined,
      },
      echo: {},
      notes: [],
    });
  });

  it('may name its list `retrieved_chunks`, and have it twice', () => {
    const named = bundle({ chunks: undefined, retrieved_chunks: [CHUNK] });
    expect(decode(named)).toEqual(decode(BODY));
    expect(decode(bundle({ chunks: null, retrieved_chunks: [CHUNK] }))).toEqual(decode(BODY));
    expect(decode(bundle({ retrieved_chunks: [CHUNK] }))).toEqual(decode(BODY));
  });

  it.each([[null], [''], [' \n']])('treats %j as absent (R3)', (none) => {
    // In a name field, blank text is a valid value, and it is not compared.
    const names = Object.fromEntries(['section', 'chapter', 'anchor'].map((field) => [field, none && '']));
    const empty = { ...names, relevance_score: none, rank_score: none, token_count: none };
    const nones = {
      query: none,
      mode: none,
      selected_text: none,
      total_tokens: none,
      warnings: none,
      generation: none,
      query_embedding: none,
      retrieved_chunks: none,
    };
    expect(decode(bundle({ ...nones, chunks: [{ ...CHUNK, ...empty }] }))).toEqual(decode(BODY));
  });

  it('may have fewer passages than its tokens say', () => {
    expect(decode(bundle({ total_tokens: 4_000, chunks: [{ ...CHUNK, token_count: 400 }] })).kind).toBe('ok');
  });

  it.each(['no_matches', 'error', 'partial'])('may be empty if its status is %s', (status) => {
    expect(decode(bundle({ status, chunks: [] })).kind).toBe('ok');
  });

  it('may have scores out of range, which are clamped', () => {
    const decoded = decode(chunk({ relevance_score: 1.0000001, rank_score: -3 }));
    expect(decoded).toMatchObject({ value: { question: { supplied: { chunks: [{ similarity: 1, score: 0 }] } } } });
  });

  it('may name sources other than pages', () => {
    for (const source_url of ['notes/tides.md', 'urn:isbn:9780262033848', 'Handbook: page 7', '/a?b#c']) {
      expect(decode(chunk({ source_url })).kind).toBe('ok');
    }
  });

  it('gets notes about ignored fields, except those of passages (R3)', () => {
    const decoded = decode(
      { ...bundle({ retriever: 'v2', chunks: [{ ...CHUNK, extra: 1 }] }), colour: 'red' },
      undefined,
    );
    expect(decoded).toMatchObject({
      notes: [
        { code: 'unknown_field', text: '`colour` is not a field of this request and was ignored' },
        { code: 'unknown_field', text: '`context_bundle.retriever` is not a field of this request and was ignored' },
      ],
    });
  });
});

describe('the selection', () => {
  it('comes from the bundle or from the request', () => {
    const expected = { value: { question: { selection: { text: 'The port' } } } };
    const inBundle = { ...BUNDLE, selected_text: ' The port ' };
    expect(strict({ context_bundle: inBundle })).toMatchObject(expected);
    expect(strict({ selected_text: 'The port' })).toMatchObject(expected);
    expect(strict({ selected_text_constraint: 'The port' })).toMatchObject(expected);
    expect(strict({ context_bundle: inBundle, selected_text: 'The port' })).toMatchObject(expected);
  });

  it('may be missing: the answer then refuses, not the decoder (R14)', () => {
    const decoded = strict({});
    expect(decoded).toMatchObject({ kind: 'ok', value: { question: { supplied: { selectionOnly: true } } } });
    expect(JSON.stringify(decoded)).not.toContain('"selection"');
  });

  it('is ignored in the global mode', () => {
    const decoded = decode(bundle({ selected_text: 'x'.repeat(3000) }));
    expect(decoded).toMatchObject({
      kind: 'ok',
      notes: [],
      value: { question: { supplied: { selectionOnly: false } } },
    });
    expect(JSON.stringify(decoded)).not.toContain('"selection"');
  });

  it('is cut with a note to the reader (R5)', () => {
    expect(strict({ selected_text: 'y'.repeat(2001) })).toMatchObject({
      value: { question: { selection: { text: 'y'.repeat(2000) } } },
      notes: [{ code: 'selection_cut' }],
    });
  });
});
