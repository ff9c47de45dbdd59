import { describe, expect, it } from 'vitest';
import { gatherToolCalls } from './gather-tool-calls.ts';
import type { ToolCall } from './model-reply.ts';

function gathered(...deltas: readonly unknown[]): readonly ToolCall[] {
  const calls = gatherToolCalls();
  for (const delta of deltas) calls.add(delta);
  return calls.end();
}

const call = (id: string, name: string, written: string, extra?: ToolCall['extra']): ToolCall => ({
  id,
  name,
  arguments: written,
  extra,
});

describe('tool calls are put together', () => {
  it('from deltas that name their place', () => {
    expect(
      gathered(
        { index: 0, id: 'a', type: 'function', function: { name: 'search', arguments: '' } },
        { index: 1, id: 'b', type: 'function', function: { name: 'search', arguments: '' } },
        { index: 0, function: { arguments: '{"q":' } },
        { index: 1, function: { arguments: '{"q":"y"}' } },
        { index: 0, function: { arguments: '"x"}' } },
      ),
    ).toEqual([call('a', 'search', '{"q":"x"}'), call('b', 'search', '{"q":"y"}')]);
  });

  it('from deltas without a place, as of Gemini, with the signature that it wants back', () => {
    const extra_content = { google: { thought_signature: 'c2ln' } };
    expect(
      gathered(
        { id: 'a', function: { name: 'search', arguments: '{"q":"x"}' }, extra_content },
        { id: 'b', function: { name: 'search', arguments: '{"q":"y"}' } },
      ),
    ).toEqual([call('a', 'search', '{"q":"x"}', { extra_content }), call('b', 'search', '{"q":"y"}')]);
    expect(gathered({ id: 'a', function: { name: 'search', arguments: '{}' } }, { extra_content })).toEqual([
      call('a', 'search', '{}', { extra_content }),
    ]);
  });

  it('where every call stands at the same place', () => {
    expect(
      gathered(
        { index: 0, id: 'a', function: { name: 'search', arguments: '{"q":"x"}' } },
        { index: 0, id: 'b', function: { name: 'search', arguments: '{"q":"y"}' } },
        { index: 0, function: { name: '', arguments: '{"q":"z"}' } },
      ),
    ).toEqual([call('a', 'search', '{"q":"x"}'), call('b', 'search', '{"q":"y"}'), call('', 'search', '{"q":"z"}')]);
  });

  it('where arguments stand behind each other, behind an empty object, or are an object', () => {
    expect(gathered({ index: 0, id: 'a', function: { name: 's', arguments: '{"q":1}{"q":2}' } })).toEqual([
      call('a', 's', '{"q":1}'),
      call('', 's', '{"q":2}'),
    ]);
    expect(gathered({ id: 'a', function: { name: 's', arguments: '{}{"q":1}' } })).toEqual([call('a', 's', '{"q":1}')]);
    expect(gathered({ id: 'a', function: { name: 's', arguments: { q: 1 } } })).toEqual([call('a', 's', '{"q":1}')]);
    expect(gathered({ id: 'a', function: { name: 's' } })).toEqual([call('a', 's', '{}')]);
  });

  it('and a name that comes again with every delta is one name', () => {
    expect(
      gathered(
        { index: 0, id: 'a', function: { name: 's', arguments: '{"q"' } },
        { index: 0, id: 'a', function: { name: 's', arguments: ':1}' } },
      ),
    ).toEqual([call('a', 's', '{"q":1}')]);
  });

  it('but not without end', () => {
    const flood = Array.from({ length: 65 }, (_, index) => ({ index, id: String(index), function: { name: 's' } }));
    expect(() => gathered(...flood)).toThrow('without end');
    expect(() => gathered({ id: 'a', function: { name: 's', arguments: 'x'.repeat(64_001) } })).toThrow('without end');
  });
});
