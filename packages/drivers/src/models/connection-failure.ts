import { callFailure, causes, type CallFailure } from './call-failure.ts';
import { MODEL_PROVIDERS } from './presets.ts';
import type { ResolvedModel } from './resolve-model.ts';

/** Codes of errors before a request can have left. */
const UNREACHED =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT)$/u;
const UNTRUSTED =
  /^(?:CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|EPROTO|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/u;

/** What a broken connection means. `undefined` when the error is not about one. */
export function connectionFailure(error: unknown, model: ResolvedModel): CallFailure | undefined {
  const all = causes(error);
  const codes = all.map((cause) => cause['code']).filter((code) => typeof code === 'string');
  const at = `${model.id} at \`${model.baseUrl}\``;
  const unreached = codes.find((code) => UNREACHED.test(code));
  if (unreached !== undefined) {
    return callFailure('unavailable', `${at} cannot be reached (${unreached}). ${adviceFor(unreached, model)}`, {
      isRetryable: true,
      isFree: true,
    });
  }
  const untrusted = codes.find((code) => UNTRUSTED.test(code));
  if (untrusted !== undefined) {
    const message = `${at} gave no connection that can be trusted (${untrusted}). Check \`http\` or \`https\` and the certificate.`;
    return callFailure('unavailable', message, { isConfiguration: 'new', isFree: true });
  }
  const broken = codes.find((code) => /^(?:E[A-Z]+|UND_ERR_\w+|HPE_\w+)$/u.test(code));
  const isFetch = all.some((cause) => cause['name'] === 'TypeError' && cause['message'] === 'fetch failed');
  if (broken === undefined && !isFetch && !all.some((cause) => cause['message'] === 'terminated')) return undefined;
  return callFailure('unavailable', `The connection to ${at} broke (${broken ?? 'no code'}).`, { isRetryable: true });
}

function adviceFor(code: string, { provider, baseUrl }: ResolvedModel): string {
  const isRefused = code === 'ECONNREFUSED';
  if (isRefused && (provider === 'ollama' || provider === 'vllm')) {
    return `Start ${MODEL_PROVIDERS[provider].title}, or give the base URL where it runs.`;
  }
  return isRefused
    ? 'Nothing listens there; check the base URL.'
    : `Check the network and the name \`${new URL(baseUrl).hostname}\`.`;
}
