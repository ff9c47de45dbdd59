import type { Endpoint } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { openCall, type EndpointCall } from './call.ts';
import { answerHandler } from './handlers/answer.ts';
import { feedbackHandler } from './handlers/feedback.ts';
import { healthHandler } from './handlers/health.ts';
import { jobHandler } from './handlers/job.ts';
import { retrieveHandler } from './handlers/retrieve.ts';
import { sessionHandler } from './handlers/session.ts';
import type { Metrics } from './metrics.ts';
import { questionLimits, type QuestionLimits } from './question-limits.ts';

/** The one place that tells kinds of endpoints apart; nothing here knows a vocabulary. */
export function endpointHandler(
  options: AppOptions,
  metrics: Metrics,
): (endpoint: Endpoint, call: EndpointCall) => Promise<Response> {
  const answer = answerHandler(options, metrics);
  const retrieve = retrieveHandler(options, metrics);
  const feedback = feedbackHandler(options, metrics);
  const session = sessionHandler(options);
  const health = healthHandler(options);
  const job = jobHandler(options);
  const wait = questionLimits(options);
  // As many as there may be questions, and none of them less: a verdict costs no answer.
  const waitToJudge = questionLimits(options);

  const refused = (limits: QuestionLimits, endpoint: Endpoint, call: EndpointCall): Response | undefined => {
    const seconds = limits({ client: call.client(), siteKey: call.siteKey });
    if (seconds === 0) return undefined;
    const { fail } = openCall(options, endpoint, call);
    return fail({ code: 'RATE_LIMITED', message: '', retryAfterSeconds: seconds });
  };

  return async (endpoint, call) => {
    switch (endpoint.kind) {
      case 'answer':
      case 'retrieve': {
        const refusal = refused(wait, endpoint, call);
        if (refusal !== undefined) return refusal;
        return endpoint.kind === 'answer' ? answer(endpoint, call) : retrieve(endpoint, call);
      }
      case 'feedback':
        return refused(waitToJudge, endpoint, call) ?? feedback(endpoint, call);
      case 'session':
      case 'session-end':
        return session(endpoint, call);
      case 'health':
        return health(endpoint, call);
      case 'job-start':
      case 'job':
      case 'job-cancel':
        return job(endpoint, call);
    }
  };
}
