import { callFailure, throwable } from './call-failure.ts';
import { isJson } from './is-json.ts';
import { isRecord } from './is-record.ts';
import type { ToolCall } from './model-reply.ts';
import { splitObjects } from './split-objects.ts';

interface Slot {
  readonly index: unknown;
  id: string;
  name: string;
  arguments: string;
  extra: Readonly<Record<string, unknown>> | undefined;
}

/** Far more than any answer needs. */
const MAX_CALLS = 64;
const MAX_CHARACTERS = 64_000;

/**
 * Puts tool calls together from the deltas of a Chat Completions stream. Services differ: some leave `index` out or give every call the same
 * one, some give no ids, and some put the arguments of several calls behind each other; a new id, or a new object after a whole one, is
 * then a new call.
 */
export function gatherToolCalls(): { add(delta: unknown): void; end(): readonly ToolCall[] } {
  const slots: Slot[] = [];
  let characters = 0;

  function slotFor(index: unknown, id: string, more: string): Slot {
    const known = index === undefined ? slots.at(-1) : slots.findLast((slot) => slot.index === index);
    const isOther = known !== undefined && id !== '' && known.id !== '' && known.id !== id;
    const isNext = known !== undefined && more.trimStart().startsWith('{') && isJson(known.arguments);
    if (known !== undefined && !isOther && !isNext) return known;
    const name = isNext && !isOther ? known!.name : '';
    const fresh: Slot = { index, id: '', name, arguments: '', extra: undefined };
    slots.push(fresh);
    return fresh;
  }

  return {
    add(delta) {
      if (!isRecord(delta)) return;
      const called = isRecord(delta['function']) ? delta['function'] : {};
      const id = textOf(delta['id']);
      const more = isRecord(called['arguments']) ? JSON.stringify(called['arguments']) : textOf(called['arguments']);
      const slot = slotFor(delta['index'] ?? undefined, id, more);
      const extra = delta['extra_content'];
      const name = textOf(called['name']);
      slot.id ||= id;
      if (name !== '' && slot.arguments === '') slot.name = name;
      slot.arguments += more;
      if (isRecord(extra)) slot.extra = { extra_content: extra };
      characters += more.length + (isRecord(extra) ? JSON.stringify(extra).length : 0);
      if (slots.length > MAX_CALLS || characters > MAX_CHARACTERS) {
        throw throwable(callFailure('unusable', 'The model wrote tool calls without end.'));
      }
    },
    end: () =>
      slots.flatMap(({ id, name, extra, ...slot }) =>
        splitObjects(slot.arguments).map((written, at) => ({
          id: at === 0 ? id : '',
          name,
          arguments: written,
          extra: at === 0 ? extra : undefined,
        })),
      ),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
