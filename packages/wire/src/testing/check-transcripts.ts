import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnswerEvent } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import type { AnswerEndpoint, WireContext, WireFailure, WireReply } from '../dialect.ts';
import { encodeFailure } from '../shared/failures.ts';
import { requestOf } from './endpoint-parts.ts';
import { testContext } from './test-context.ts';

/** Returns the names of the golden transcripts under `folder`: all cases that have events. */
export function transcriptsIn(folder: string): readonly string[] {
  return globSync('*/events.jsonl', { cwd: folder }).map(dirname).toSorted();
}

/** Returns the engine's events of a golden transcript. */
export function recordedEvents(folder: string, name: string): readonly AnswerEvent[] {
  const lines = readFileSync(join(folder, name, 'events.jsonl'), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as AnswerEvent);
}

/**
 * Checks golden transcripts. The inputs are `request.json` and the engine's `events.jsonl`; the expected outputs are the recorded
 * `response.json` and `stream.txt`.
 */
export function checkTranscripts(folder: string, endpoint: AnswerEndpoint, parts: Partial<WireContext> = {}): void {
  describe('golden transcripts', () => {
    it.each(transcriptsIn(folder))('%s: reply and stream stay as recorded', async (name) => {
      const at = (file: string): string => join(folder, name, file);
      const decoded = endpoint.decode(requestOf(JSON.parse(readFileSync(at('request.json'), 'utf8'))));
      const { notes, echo } = decoded.kind === 'ok' ? decoded : { notes: [], echo: {} };
      const context = testContext({ notes, echo, ...parts });
      const events = recordedEvents(folder, name);
      const encoder = endpoint.createStreamEncoder(context);
      const stream = events.flatMap((event) => encoder.encode(event)).join('');
      await expect(stream).toMatchFileSnapshot(at('stream.txt'));
      const reply = `${JSON.stringify(replyOf(endpoint, events, context), null, 2)}\n`;
      await expect(reply).toMatchFileSnapshot(at('response.json'));
    });
  });
}

function replyOf(endpoint: AnswerEndpoint, events: readonly AnswerEvent[], context: WireContext): WireReply {
  const last = events.at(-1)!;
  const found = events.find((event) => event.type === 'retrieval-end');
  return last.type === 'run-end'
    ? endpoint.encodeAnswer({ answer: last.answer, passages: found?.passages ?? [] }, context)
    : encodeFailure(failureOf(last, found !== undefined), context, endpoint);
}

function failureOf(event: AnswerEvent, retrieved: boolean): WireFailure {
  if (event.type !== 'run-error') throw new Error(`The events end with \`${event.type}\`.`);
  const { code, message } = event;
  return { code, message, stage: retrieved ? 'answer' : 'retrieval' };
}
