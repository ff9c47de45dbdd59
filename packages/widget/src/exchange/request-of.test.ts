import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decode } from '../../../wire/src/native/codec.ts';
import { LIMITS } from '../../../wire/src/shared/read-request.ts';
import { sampleReplies } from '../testing/replies.ts';
import { type AskedScope, type ExchangeState, foldEvent } from './exchange.ts';
import { ASK_LIMITS, requestOf } from './request-of.ts';
import { arbitraryReply } from './testing/arbitrary-reply.ts';
import { askedExchange, WIDE } from './testing/asked-exchange.ts';

const { answered } = sampleReplies('https://docs.example.org');
const selection = {
  text: 'A topic is a channel.',
  url: 'https://docs.example.org/a',
  section: 'topics',
  place: 'Topics',
};

describe('a request', () => {
  const page = { url: `/${'a'.repeat(5_000)}`, title: 'A' };
  const sent = { text: selection.text, url: selection.url, section: 'topics' };
  const whole = { selection, onlySelection: true, page, section: { id: 'topics', title: 'Topics' }, locale: 'ur' };
  test.each<[string, Partial<AskedScope>, object]>([
    ['of a bare question is that question', {}, {}],
    // Even if very long: without its page or version, the question would have another scope than the reader chose.
    [
      'carries the whole scope',
      { ...whole, version: 'v'.repeat(5_000) },
      { selection: sent, page: page.url, section: 'topics', locale: 'ur', version: 'v'.repeat(5_000) },
    ],
    ['says so when a passage is only what is meant', { selection }, { selection: { ...sent, only: false } }],
    [
      'names a section by its heading where it has no id',
      { page, section: { id: '', title: 'Topics' } },
      { page: page.url, section: 'Topics' },
    ],
  ])('%s', (_, scope, rest) => {
    const exchange = askedExchange({ question: '  Why?  ', scope: { ...WIDE, ...scope } });
    expect(requestOf(exchange, [])).toEqual({ query: 'Why?', ...rest });
  });
});

describe('the history of a request', () => {
  test('is what was answered before, oldest first, with steps and rows as such', () => {
    const first = foldEvent(askedExchange({ question: 'First?' }), { type: 'done', reply: answered });
    const second = foldEvent(askedExchange({ question: 'Second?' }), { type: 'done', reply: answered });
    const { history = [] } = requestOf(askedExchange(), [first, second]);
    expect(history.map(({ role }) => role)).toEqual(['reader', 'assistant', 'reader', 'assistant']);
    expect(history[0]?.text).toBe('First?');
    expect(history[1]?.text).toContain('1. Source the setup file in each new shell.\n2. Start the node');
    expect(history[1]?.text).toContain(
      '| Command | What it shows |\n| --- | --- |\n| ros2 topic hz | rate of messages |',
    );
    expect(history[1]?.text).toContain('```bash\n# list what');
    expect(history[1]?.text).not.toContain('[^');
  });

  test.each(['loading', 'streaming', 'insufficient', 'refused', 'stopped', 'failed'] satisfies ExchangeState[])(
    'leaves out an exchange that is %s',
    (state) => {
      const before = askedExchange({ state, statements: answered.statements, citations: answered.citations });
      expect(requestOf(askedExchange(), [before])).not.toHaveProperty('history');
    },
  );

  test('is the latest ten exchanges', () => {
    const before = Array.from({ length: 14 }, (_, at) =>
      foldEvent(askedExchange({ question: `Question ${at}` }), { type: 'done', reply: answered }),
    );
    const { history = [] } = requestOf(askedExchange(), before);
    expect(history).toHaveLength(LIMITS.turns);
    expect(history[0]?.text).toBe('Question 4');
  });
});

test('no limit of ours is above one of the server', () => {
  expect(ASK_LIMITS).toMatchObject({
    query: LIMITS.query,
    selection: LIMITS.selectionTaken,
    url: LIMITS.url,
    name: LIMITS.name,
    turns: LIMITS.turns,
  });
  expect(ASK_LIMITS.turn).toBeLessThanOrEqual(LIMITS.turn);
});

test('whatever was asked and answered, the server can read the request', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('🤖'.repeat(3_000), 'a'.repeat(9_000), '\0', '\u{D800}'),
  );
  fc.assert(
    fc.property(
      fc.record({
        question: text,
        selection: fc.option(text),
        section: text,
        only: fc.boolean(),
        replies: fc.array(arbitraryReply(text), { maxLength: 4 }),
      }),
      (given) => {
        const scope = {
          ...WIDE,
          onlySelection: given.only,
          selection:
            given.selection === null ? undefined : { ...selection, text: given.selection, section: given.section },
        };
        const before = given.replies.map((reply) =>
          foldEvent(askedExchange({ question: given.question }), { type: 'done', reply }),
        );
        const question = `Why? ${given.question}`;
        const request = requestOf(askedExchange({ question, scope }), before);
        expect(decode(JSON.parse(JSON.stringify(request))).kind).toBe('ok');
      },
    ),
    { numRuns: 100 },
  );
});

test('the check of the server is real: a longer history would be refused', () => {
  const history = Array.from({ length: 21 }, () => ({ role: 'reader', text: 'a' }));
  expect(decode({ query: 'a', history }).kind).toBe('invalid');
});
