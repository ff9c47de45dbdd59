import { callFailure, type CallFailure } from './call-failure.ts';
import type { ResolvedModel } from './resolve-model.ts';

export interface Refusal {
  readonly status: number;
  /** The service's own code, such as `insufficient_quota`; never its words. */
  readonly code: string | undefined;
  readonly retryAfterMs: number | undefined;
}

/** Codes of requests that are too much or not wanted, and say nothing about others. */
const THIS_REQUEST =
  /^(?:context_length_exceeded|string_above_max_length|content_filter|content_policy_violation|invalid_prompt|data_inspection_failed)$/u;
const OUT_OF_MONEY = /^(?:insufficient_quota|billing_\w+|credits?_\w+)$/u;

/** What a status that is no success means. */
export function statusFailure({ status, code, retryAfterMs }: Refusal, model: ResolvedModel): CallFailure {
  const said = `${model.id} at \`${model.baseUrl}\` answered ${status}${code === undefined ? '' : ` (\`${code}\`)`}.`;
  const owner = (advice: string, more: Partial<CallFailure> = {}): CallFailure =>
    callFailure('unavailable', `${said} ${advice}`, { isConfiguration: 'always', isFree: true, status, ...more });
  if (status < 400) return owner('It points to another address; give the base URL where it ends.');
  if (status === 401) return owner(`The key is missing or wrong; check \`${model.keyVariable}\`.`);
  if (status === 403)
    return owner(`The key may not use this model; check \`${model.keyVariable}\` and the rights of the account.`);
  if (status === 402 || (code !== undefined && OUT_OF_MONEY.test(code))) {
    return owner('The account has no money or quota left; fill it up at the service.');
  }
  if (status === 404) {
    const advice = `There is no model \`${model.model}\` or no such path; check both.`;
    // OpenRouter says so, without a code, when nobody offers the model together with tools.
    return owner(advice, { mayBeTools: code === undefined && model.provider === 'openrouter' });
  }
  if (status === 408 || status === 409 || status === 429 || status >= 500) {
    const message = status === 429 ? `${said} It is asked too often.` : said;
    return callFailure('unavailable', message, { isRetryable: true, isFree: status < 500, retryAfterMs, status });
  }
  if (status === 413 || (code !== undefined && THIS_REQUEST.test(code))) {
    return callFailure('unavailable', `${said} It does not take this request.`, {
      countsAgainst: false,
      isFree: true,
      status,
    });
  }
  return owner(
    'It does not understand the request; check the model, and set in `model.quirks` of `ibid.config.json` to false what it does not take.',
    { isConfiguration: 'new', mayBeTools: status === 400 || status === 422 },
  );
}
