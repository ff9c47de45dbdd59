import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnswerEvent } from '@ibid/core/types';
import { describe, expect, it } from 'vitest';
import type { AnswerEndpoint, WireFailure } from '../dialect.ts';
import { testContext } from './test-context.ts';

/**
 * Checks golden transcripts. For every case under `folder` that has events, the inputs are `request.json` and the engine's `events.jsonl`;
 * the expected outputs are the recorded `response.json` and `stream.txt`.
 */
export function checkTranscripts(folder: string, endpoint: AnswerEndpoint): void {
  describe('golden transcripts', () => {
    for (const name of readdirSync(folder).filter((one) => existsSync(join(folder, one, 'events.jsonl')))) {
      const at = (file: string): string => join(folder, name, file);

      it(`${name}: reply and stream stay as recorded`, async () => {
        const body: unknown = JSON.parse(readFileSync(at('request.json'), 'utf8'));
        const decoded = endpoint.decode({ headers: new Headers(), query: new URLSearchParams(), params: {}, body });
        const context = testContext(decoded.kind === 'ok' ? { notes: decoded.notes, echo: decoded.echo } : {});
        const events = readFileSync(at('events.jsonl'), 'utf8').trimEnd().split('\n').map(toEvent);
        const encoder = endpoint.createStreamEncoder(context);
        const stream = events.flatMap((event) => encoder.encode(event)).join('');
        await expect(stream).toMatchFileSnapshot(at('stream.txt'));

        const last = events.at(-1)!;
        const found = events.find((event) => event.type === 'retrieval-end');
        const reply =
          last.type === 'run-end'
            ? endpoint.encodeAnswer({ answer: last.answer, passages: found?.passages ?? [] }, context)
            : endpoint.encodeFailure(failureOf(last, found !== undefined), context);
        await expect(recorded(reply)).toMatchFileSnapshot(at('response.json'));
      });
    }
  });
}

function toEvent(line: string): AnswerEvent {
  return JSON.parse(line) as AnswerEvent;
}

function failureOf(event: AnswerEvent, retrieved: boolean): WireFailure {
  if (event.type !== 'run-error') throw new Error(`The events end with \`${event.type}\`.`);
  const { code, message } = event;
  return { code, message, stage: retrieved ? 'answer' : 'retrieval' };
}

function recorded(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
