import type { AnswerEndpoint, FailureCode } from '../dialect.ts';
import { failureBodySchema } from '../shared/fields.ts';
import { encodeFailure, FAILURE_CODES } from '../shared/failures.ts';
import { testContext } from './test-context.ts';

/** Failures whose message is written for the client; all others are for the owner's logs. */
const TOLD: readonly FailureCode[] = [
  'INVALID_REQUEST',
  'CONTEXT_REFUSED',
  'UNSUPPORTED',
  'ORIGIN_REFUSED',
  'TOKEN_REFUSED',
  'TURNS_EXCEEDED',
  'BODY_TOO_LARGE',
  'JOB_RUNNING',
];
const CANARY = '/srv/secret/index.db';

/** Returns problems with an endpoint's failures: a body other than the shared one, or text not meant for the client. */
export function failureFindings(endpoint: Pick<AnswerEndpoint, 'failureBody'>): readonly string[] {
  return FAILURE_CODES.flatMap((code) =>
    [undefined, 'retrieval' as const, 'answer' as const, 'conversation' as const].flatMap((stage) => {
      const failure = { code, message: CANARY, ...(stage === undefined ? {} : { stage }) };
      const { body } = encodeFailure(failure, testContext({ requestId: 'req-7' }), endpoint);
      const { data, error } = failureBodySchema.safeParse(body);
      const found: string[] = [];
      if (error !== undefined) found.push(`${code} has no failure body: ${error.message}`);
      if (data !== undefined && data.request_id !== 'req-7') found.push(`${code} loses the request's id`);
      if (data !== undefined && [data.error, data.code, data.message].includes('')) found.push(`${code} says nothing`);
      if (!TOLD.includes(code) && JSON.stringify(body).includes(CANARY))
        found.push(`${code} tells what is for the owner`);
      return found;
    }),
  );
}
