import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnswerEvent } from '@ibid/core/types';
import type { AnswerEndpoint, WireContext, WireFailure, WireReply } from '../dialect.ts';
import { testContext } from '../testing/test-context.ts';
import { agentDialect } from './codec.ts';
import { SESSION_ID } from './session-fixture.ts';

const folder = join(import.meta.dirname, '__fixtures__');

/** A recorded question: the request and the engine's events. */
export interface Transcript {
  readonly name: string;
  readonly endpoint: AnswerEndpoint;
  readonly events: readonly AnswerEvent[];
  readonly context: WireContext;
  file(name: string): string;
}

export function endpointAt(method: string, path: string): AnswerEndpoint {
  return agentDialect.endpoints.find((one) => one.method === method && one.path === path) as AnswerEndpoint;
}

function read(name: string): Transcript {
  const file = (part: string): string => join(folder, name, part);
  const body: unknown = JSON.parse(readFileSync(file('request.json'), 'utf8'));
  const endpoint = endpointAt('POST', name === 'conversation' ? '/api/agent/conversation' : '/api/agent/query');
  const decoded = endpoint.decode({ headers: new Headers(), query: new URLSearchParams(), params: {}, body });
  const lines = readFileSync(file('events.jsonl'), 'utf8').trimEnd().split('\n');
  const { echo, notes } = decoded.kind === 'ok' ? decoded : { echo: {}, notes: [] };
  return {
    name,
    endpoint,
    events: lines.map((line) => JSON.parse(line) as AnswerEvent),
    context: testContext({ echo, notes, sessionId: SESSION_ID }),
    file,
  };
}

export const transcripts: readonly Transcript[] = globSync('*/events.jsonl', { cwd: folder })
  .map((path) => read(dirname(path)))
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));

/** Returns the JSON reply that the server creates from the events of a run. */
export function replyOf({ endpoint, events, context }: Transcript): WireReply {
  const last = events.at(-1)!;
  const found = events.find((event) => event.type === 'retrieval-end');
  if (last.type === 'run-end') {
    return endpoint.encodeAnswer({ answer: last.answer, passages: found?.passages ?? [] }, context);
  }
  const failure = { ...last, stage: found === undefined ? 'retrieval' : 'answer' };
  return endpoint.encodeFailure(failure as unknown as WireFailure, context);
}

export function streamOf({ endpoint, events, context }: Transcript): string {
  const encoder = endpoint.createStreamEncoder(context);
  return events.flatMap((event) => encoder.encode(event)).join('');
}
