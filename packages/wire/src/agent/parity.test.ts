import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerRuns } from '../testing/answer-runs.ts';
import { describeDialect } from '../testing/describe-dialect.ts';
import { testContext } from '../testing/test-context.ts';
import { agentSubject, type AgentReply } from '../testing/subjects.ts';
import { agentDialect } from './codec.ts';
import type { AnswerEndpoint, FinishedRun } from '../dialect.ts';

const encodeReply = (run: FinishedRun): AgentReply =>
  (agentDialect.endpoints[0] as AnswerEndpoint).encodeAnswer(run, testContext()).body as AgentReply;

for (const endpoint of agentDialect.endpoints) {
  // The endpoints that always stream have the same encoders; `questions.test.ts` checks how they decode.
  const isOwn = endpoint.kind === 'answer' && !endpoint.path.endsWith('/stream');
  if (isOwn) describeDialect(endpoint.path, agentSubject(endpoint));
}

describe('the agent’s replies to any run', () => {
  it('number footnotes in the order of the citations, one for each chunk in order of first use (R13)', () => {
    fc.assert(
      fc.property(answerRuns('plain'), ({ answer, passages }) => {
        fc.pre(answer !== undefined);
        const reply = encodeReply({ answer, passages });
        const numbers = [...reply.response_text.matchAll(/(?<=[ \n\]])\[(\d+)\]/gu)].map(([, number]) =>
          Number(number),
        );
        expect([...new Set(numbers)]).toEqual(reply.citations.map((_, index) => index + 1));
        const used = answer.citations.map(({ chunkId }) => chunkId);
        expect(reply.citations.map(({ chunk_id }) => chunk_id)).toEqual([...new Set(used)]);
      }),
    );
  });
});
