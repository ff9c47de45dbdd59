import { describe, expect, it } from 'vitest';
import { decoderOf } from '../testing/endpoint-parts.ts';
import { retrieveEndpoint } from './codec.ts';

const decodeRetrieve = decoderOf(retrieveEndpoint);

function refusal(body: unknown): readonly string[] {
  const decoded = decodeRetrieve(body);
  return decoded.kind === 'invalid' ? decoded.issues.map(({ path, message }) => `${path}: ${message}`) : [decoded.kind];
}

describe('retrieval requests', () => {
  it('have the defaults of the document', () => {
    expect(decodeRetrieve({ query: ' Which port? ' })).toEqual({
      kind: 'ok',
      value: {
        question: { text: 'Which port?', history: [], retrieval: { limit: 5 } },
        tokens: 4000,
        debug: false,
      },
      echo: { mode: 'global' },
      notes: [],
    });
  });

  it('have every field, under both names', () => {
    const expected = {
      kind: 'ok',
      value: {
        question: {
          text: 'Which port?',
          history: [],
          retrieval: { limit: 20, minSimilarity: 0.3 },
          where: { paths: ['/arm/install'], sections: ['port'] },
        },
        tokens: 1,
        debug: true,
      },
      echo: { mode: 'global' },
      notes: [],
    };
    const rest = {
      top_k: 20,
      score_threshold: 0.3,
      section_constraint: '#Port',
      max_tokens: 1,
      debug: true,
      mode: 'global',
    };
    expect(decodeRetrieve({ ...rest, query: 'Which port?', source_url_constraint: '/arm/install/' })).toEqual(expected);
    expect(decodeRetrieve({ ...rest, query_text: 'Which port?', filter_url: '/arm/install#a' })).toEqual(expected);
  });

  it('return the passages of a selection, unless another mode is requested', () => {
    expect(decodeRetrieve({ query: 'x', selected_text: ' The port ' })).toMatchObject({
      value: { question: { selection: { text: 'The port' } } },
      echo: { mode: 'selected_text_only', selected_text: 'The port' },
    });
  });

  it('search everything in the global mode, even with a selection', () => {
    const decoded = decodeRetrieve({ query: 'x', mode: 'global', selected_text: 'The port', filter_url: '/arm' });
    expect(decoded).toMatchObject({
      value: { question: { where: { paths: ['/arm'] } } },
      echo: { mode: 'global', selected_text: 'The port' },
    });
    expect(JSON.stringify(decoded)).not.toContain('"selection"');
  });

  it.each<[string, unknown, string]>([
    ['no passage at all (R2)', { query: 'x', top_k: 0 }, 'top_k: `top_k` must be a whole number from 1 to 20, not 0'],
    [
      'a threshold out of range (R2)',
      { query: 'x', score_threshold: 1.1 },
      'score_threshold: `score_threshold` must be a number from 0 to 1, not 1.1',
    ],
    [
      'too many tokens',
      { query: 'x', max_tokens: 4001 },
      'max_tokens: `max_tokens` must be a whole number from 1 to 4000, not 4001',
    ],
    ['a word for debug', { query: 'x', debug: 'yes' }, 'debug: `debug` must be true or false'],
    ['another mode', { query: 'x', mode: 'local' }, 'mode: `mode` must be `global` or `selected_text_only`'],
    [
      'the strict mode without a selection',
      { query: 'x', mode: 'selected_text_only' },
      'selected_text: `selected_text` is required where `mode` is `selected_text_only`',
    ],
    [
      'a page that is none, also beside a selection that does not count',
      { query: 'x', filter_url: 'javascript:alert(1)', selected_text: 'y', mode: 'global' },
      'filter_url: `filter_url` must be the address of a page, such as `https://docs.example.org/guide` or `/guide`, not `javascript:alert(1)`',
    ],
  ])('refuses %s', (_, body, issue) => {
    expect(refusal(body)).toEqual([issue]);
  });
});
