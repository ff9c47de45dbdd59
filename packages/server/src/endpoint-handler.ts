import type { Endpoint } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import { openCall, type EndpointCall } from './call.ts';
import { answerHandler } from './handlers/answer.ts';
import { healthHandler } from './handlers/health.ts';
import { jobHandler } from './handlers/job.ts';
import { retrieveHandler } from './handlers/retrieve.ts';
import { sessionHandler } from './handlers/session.ts';
import type { Metrics } from './metrics.ts';
import { questionLimits } from './question-limits.ts';

/** The one place that tells kinds of endpoints apart; nothing here knows a vocabulary. */
export function endpointHandler(
  options: AppOptions,
  metrics: Metrics,
): (endpoint: Endpoint, call: EndpointCall) => Promise<Response> {
  const answer = answerHandler(options, metrics);
  const retrieve = retrieveHandler(options, metrics);
  const session = sessionHandler(options);
  const health = healthHandler(options);
  const job = jobHandler(options);
  const wait = questionLimits(options);

  return async (endpoint, call) => {
    switch (endpoint.kind) {
      case 'answer':
      case 'retrieve': {
        const seconds = wait({ client: call.client(), siteKey: call.siteKey });
        if (seconds > 0) {
          const { fail } = openCall(options, endpoint, call);
          return fail({ code: 'RATE_LIMITED', message: '', retryAfterSeconds: seconds });
        }
        return endpoint.kind === 'answer' ? answer(endpoint, call) : retrieve(endpoint, call);
      }
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
