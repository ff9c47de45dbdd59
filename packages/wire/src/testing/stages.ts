import { foldAnswer, IbidError } from '@ibid/core';
import type { Engine } from '@ibid/core/types';
import type { AnswerEndpoint, CallEndpoint, Decoded, FailureCode, WireContext, WireReply } from '../dialect.ts';
import { encodeFailure } from '../shared/failures.ts';
import { answerDialect } from '../answer/codec.ts';
import { requestOf } from './endpoint-parts.ts';
import { testContext } from './test-context.ts';

const answering = answerDialect.endpoints[0] as AnswerEndpoint;
const retrieving = answerDialect.endpoints[2] as CallEndpoint<'retrieve'>;

export interface StageReply {
  readonly status: number;
  /** Body as sent over the wire. */
  readonly text: string;
}

export interface Stages {
  retrieve(body: unknown): Promise<StageReply>;
  answer(body: unknown): Promise<StageReply>;
}

async function run<T>(
  endpoint: Pick<AnswerEndpoint | CallEndpoint<'retrieve'>, 'failureBody'>,
  decoded: Decoded<T>,
  handle: (value: T, context: WireContext) => Promise<WireReply>,
): Promise<StageReply> {
  const issues = 'issues' in decoded ? { issues: decoded.issues } : {};
  const fail = (code: FailureCode, message = ''): WireReply =>
    encodeFailure({ code, message, ...issues }, testContext(), endpoint);
  let reply: WireReply;
  if (decoded.kind === 'ok') {
    const context = testContext({ notes: decoded.notes, echo: decoded.echo });
    reply = await handle(decoded.value, context).catch((error: unknown) =>
      IbidError.is(error) ? fail(error.code, error.message) : fail('INTERNAL'),
    );
  } else {
    reply = fail(decoded.kind === 'refused' ? 'CONTEXT_REFUSED' : 'INVALID_REQUEST');
  }
  return { status: reply.status, text: JSON.stringify(reply.body) };
}

/** Runs both stages as a server does, over one engine. */
export function openStages(engine: Engine): Stages {
  return {
    retrieve: (body) =>
      run(retrieving, retrieving.decode(requestOf(body)), async (asked, context) => {
        const { tokens } = asked;
        const found = await engine.find(asked.question, tokens === undefined ? {} : { tokens });
        return retrieving.encode({ request: asked, ...found }, context);
      }),
    answer: (body) =>
      run(answering, answering.decode(requestOf(body)), async ({ question }, context) =>
        answering.encodeAnswer({ answer: await foldAnswer(engine.ask(question)), passages: [] }, context),
      ),
  };
}
