import type { Endpoint } from '@ibid/wire';
import type { AppOptions } from './app-options.ts';
import type { EndpointCall } from './call.ts';
import { answerHandler } from './handlers/answer.ts';
import { feedbackHandler } from './handlers/feedback.ts';
import { healthHandler } from './health.ts';
import { jobHandler } from './handlers/job.ts';
import { retrieveHandler } from './handlers/retrieve.ts';
import { sessionHandler } from './handlers/session.ts';
import type { Metrics } from './metrics.ts';

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

  return async (endpoint, call) => {
    switch (endpoint.kind) {
      case 'answer':
        return answer(endpoint, call);
      case 'retrieve':
        return retrieve(endpoint, call);
      case 'feedback':
        return feedback(endpoint, call);
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
