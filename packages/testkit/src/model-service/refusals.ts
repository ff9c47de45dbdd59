/** What the service refuses before the model is asked, in its words. */
import { refusal, type ServiceError } from './service-error.ts';

export function keyRefusal(authorization: string | undefined): ServiceError {
  const key = /^Bearer (.+)$/u.exec(authorization ?? '')?.[1];
  return key === undefined
    ? refusal(401, "You didn't provide an API key. Provide it in an Authorization header using Bearer auth.")
    : refusal(401, `Incorrect API key provided: ${key.slice(0, 4)}****${key.slice(-4)}.`, 'invalid_api_key');
}

export function noModel(model: string): ServiceError {
  return refusal(404, `The model '${model}' does not exist`, 'model_not_found', 'model');
}

export function noRoute(method: string, path: string): ServiceError {
  return ['/v1/chat/completions', '/v1/responses', '/v1/models'].includes(path)
    ? refusal(405, `Not allowed to ${method} on ${path}.`, 'method_not_supported')
    : refusal(404, `Invalid URL (${method} ${path})`);
}

export function tooLarge(): ServiceError {
  return refusal(413, 'The request is too large.');
}
