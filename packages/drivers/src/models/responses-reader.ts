import { callFailure, throwable } from './call-failure.ts';
import { isRecord } from './is-record.ts';
import type { ReplyReader, ReportedUsage, ToolCall } from './model-reply.ts';
import { wholeReply, type ReplyEnd } from './whole-reply.ts';

type Fields = Readonly<Record<string, unknown>>;

const LAST = new Set(['response.completed', 'response.incomplete', 'response.failed', 'error']);

/**
 * Reads the events of a Responses stream. Events are numbered and the last one repeats the whole text, so that a delta that came twice, late
 * or never is noticed.
 */
export function responsesReader(): ReplyReader {
  let text = '';
  let isRefused = false;
  let number = -1;
  let last: Fields | undefined;
  let usage: ReportedUsage | undefined;
  const items = new Set<unknown>();

  function inOrder({ sequence_number: given }: Fields): void {
    if (typeof given !== 'number') return;
    if (given <= number)
      throw throwable(callFailure('unusable', 'The events of the stream came twice or out of order.'));
    number = given;
  }

  return {
    read(event) {
      if (!isRecord(event)) return { text: '', isProgress: false };
      const type = String(event['type']);
      const { item, item_id: of } = event;
      // A part of something that was never begun is no part of the reply.
      if (of !== undefined && items.size > 0 && !items.has(of)) return { text: '', isProgress: false };
      inOrder(event);
      if (type === 'response.output_item.added' && isRecord(item)) items.add(item['id']);
      if (LAST.has(type)) {
        last = event;
        usage = usageOf(event) ?? usage;
        const isSilent = text === '' && type === 'response.completed';
        const whole = isSilent ? textOf(outputOf(event)) : '';
        text += whole;
        return { text: whole, isProgress: true };
      }
      if (last !== undefined && type.endsWith('.delta')) {
        throw throwable(callFailure('unusable', 'The stream went on after the reply had ended.'));
      }
      isRefused ||= type === 'response.refusal.delta';
      const delta = type === 'response.output_text.delta' && typeof event['delta'] === 'string' ? event['delta'] : '';
      text += delta;
      return { text: delta, isProgress: type.endsWith('.delta') || type === 'response.output_item.added' };
    },
    isFinished: () => last !== undefined,
    usage: () => usage,
    end() {
      const output = last === undefined ? [] : outputOf(last);
      const calls = output.filter(({ type }) => type === 'function_call').map(toCall);
      const end = isRefused && last !== undefined ? 'filtered' : endOf(last, text);
      if (end === 'good' && textOf(output) !== text) {
        throw throwable(callFailure('unusable', 'The deltas of the stream do not add up to its text.'));
      }
      return wholeReply({ text, calls, usage }, end);
    },
  };
}

function endOf(last: Fields | undefined, text: string): ReplyEnd {
  if (last === undefined) return 'missing';
  const response = isRecord(last['response']) ? last['response'] : {};
  const details = isRecord(response['incomplete_details']) ? response['incomplete_details'] : {};
  if (last['type'] === 'response.incomplete') {
    return details['reason'] === 'content_filter'
      ? 'filtered'
      : details['reason'] === 'max_output_tokens'
        ? 'too-long'
        : 'unknown';
  }
  if (last['type'] === 'response.completed') {
    const { status } = response;
    return status === undefined || status === 'completed' ? 'good' : 'unknown';
  }
  if (text !== '') return 'missing';
  throw throwable(callFailure('unavailable', 'The service reports that it failed.', { isRetryable: true }));
}

function outputOf(event: Fields): readonly Fields[] {
  const response = isRecord(event['response']) ? event['response'] : {};
  return Array.isArray(response['output']) ? response['output'].filter(isRecord) : [];
}

function textOf(output: readonly Fields[]): string {
  return output
    .filter(({ type }) => type === 'message')
    .flatMap(({ content }): readonly unknown[] => (Array.isArray(content) ? content : []))
    .filter(isRecord)
    .map((part) => (part['type'] === 'output_text' && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

function toCall(item: Fields): ToolCall {
  const { call_id: id, name, arguments: written } = item;
  return {
    id: typeof id === 'string' ? id : '',
    name: typeof name === 'string' ? name : '',
    arguments: typeof written === 'string' && written.trim() !== '' ? written : '{}',
    extra: undefined,
  };
}

function usageOf(event: Fields): ReportedUsage | undefined {
  const response = isRecord(event['response']) ? event['response'] : {};
  const { usage } = response;
  if (!isRecord(usage)) return undefined;
  const details = isRecord(usage['input_tokens_details']) ? usage['input_tokens_details'] : {};
  return {
    inputTokens: usage['input_tokens'],
    outputTokens: usage['output_tokens'],
    cachedInputTokens: details['cached_tokens'],
  };
}
