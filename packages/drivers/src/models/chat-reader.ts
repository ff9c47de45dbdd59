import { callFailure, throwable } from './call-failure.ts';
import { gatherToolCalls } from './gather-tool-calls.ts';
import { isRecord } from './is-record.ts';
import type { ReplyReader, ReportedUsage } from './model-reply.ts';
import { wholeReply, type ReplyEnd } from './whole-reply.ts';

/** Reads the chunks of a Chat Completions stream. Only the first choice is read; no other is ever asked for. */
export function chatReader(): ReplyReader {
  const calls = gatherToolCalls();
  let text = '';
  let isRefused = false;
  let finish: string | undefined;
  let usage: ReportedUsage | undefined;

  return {
    read(chunk) {
      if (!isRecord(chunk)) return { text: '', isProgress: false };
      usage = usageOf(chunk['usage']) ?? usage;
      const choices: readonly unknown[] = Array.isArray(chunk['choices']) ? chunk['choices'] : [];
      const choice = choices.filter(isRecord).find(({ index }) => index === 0 || index === undefined || index === null);
      if (choice === undefined) return { text: '', isProgress: false };
      const delta = isRecord(choice['delta']) ? choice['delta'] : {};
      const more = contentOf(delta['content']);
      const called: readonly unknown[] = Array.isArray(delta['tool_calls']) ? delta['tool_calls'] : [];
      if (finish !== undefined && (more !== '' || called.length > 0)) {
        throw throwable(callFailure('unusable', 'The stream went on after the reply had ended.'));
      }
      for (const call of called) calls.add(call);
      text += more;
      isRefused ||= isText(delta['refusal']);
      const ended = choice['finish_reason'];
      if (typeof ended === 'string' && ended !== '') finish = ended.toLowerCase();
      const isThought =
        isText(delta['reasoning']) || isText(delta['reasoning_content']) || Array.isArray(delta['content']);
      return { text: more, isProgress: more !== '' || called.length > 0 || isThought || isRefused };
    },
    isFinished: () => finish !== undefined,
    usage: () => usage,
    end() {
      const gathered = calls.end();
      const isPromised = finish === 'tool_calls' && gathered.length === 0;
      const end = isRefused ? 'filtered' : isPromised ? 'unknown' : (ENDS[finish ?? ''] ?? 'unknown');
      return wholeReply({ text, calls: gathered, usage }, end);
    },
  };
}

const ENDS: Readonly<Record<string, ReplyEnd>> = {
  '': 'missing',
  stop: 'good',
  tool_calls: 'good',
  length: 'too-long',
  content_filter: 'filtered',
};

function usageOf(usage: unknown): ReportedUsage | undefined {
  if (!isRecord(usage)) return undefined;
  const details = isRecord(usage['prompt_tokens_details']) ? usage['prompt_tokens_details'] : {};
  return {
    inputTokens: usage['prompt_tokens'],
    outputTokens: usage['completion_tokens'],
    cachedInputTokens: details['cached_tokens'],
  };
}

/** Text, or the text parts among others such as thoughts. */
function contentOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isRecord)
    .map((part) => (part['type'] === 'text' && typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
