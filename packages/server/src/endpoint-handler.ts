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

/** Requests whose ids are remembered, so that feedback on them is known to be of a reader. */
const MOST_ANSWERED = 10_000;

/** The one place that tells kinds of endpoints apart; nothing here knows a vocabulary. */
export function endpointHandler(
  options: AppOptions,
  metrics: Metrics,
): (endpoint: Endpoint, call: EndpointCall) => Promise<Response> {
  const answer = answerHandler(options, metrics);
  const retrieve = retrieveHandler(options, metrics);
  const answered = new Set<string>();
  const feedback = feedbackHandler(options, metrics, answered);
  const session = sessionHandler(options);
  const health = healthHandler(options);
  const job = jobHandler(options);

  return async (endpoint, call) => {
    switch (endpoint.kind) {
      case 'answer':
        answered.add(call.requestId.toLowerCase());
        if (answered.size > MOST_ANSWERED) answered.delete(answered.values().next().value!);
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
