/** Answers of services, gateways and proxies that are no answer of the model. */
import { outputTokens } from '../chat-reply.ts';
import { bodyOf, framesOf, JSON_TYPE, planReply, STREAM_TYPE, wholeBody } from '../plan-reply.ts';
import { frameText } from '../frame.ts';
import { errorBody, refusal, type ServiceError } from '../service-error.ts';
import type { WireStep } from '../wire-step.ts';
import type { FaultFamily, FaultMode } from './fault-mode.ts';

export type HttpFault =
  | 'html-200'
  | 'empty-body'
  | 'empty-stream'
  | 'json-for-stream'
  | 'stream-for-json'
  | 'wrong-content-type'
  | 'huge-headers'
  | 'redirect-elsewhere'
  | '400-context-length'
  | '400-unsupported-parameter'
  | '400-flat-error'
  | '400-no-tools'
  | '401'
  | '403'
  | '404-model'
  | '429-seconds'
  | '429-date'
  | '429-milliseconds'
  | '429-too-long'
  | '429-nonsense'
  | '429-negative'
  | '429-none'
  | '429-quota'
  | '429-gemini'
  | '500'
  | '502-html'
  | '503'
  | '529';

/** Looks like a key, so that a test can search logs and replies for it. It opens nothing. */
export const ECHOED_KEY = 'sk-echoed-0123456789abcdef0123456789abcdef';
const HTML_TYPE = 'text/html; charset=utf-8';
const TOOLLESS: ServiceError = {
  status: 400,
  message: 'registry.ollama.ai/library/test-model does not support tools',
  type: 'api_error',
  param: null,
  code: null,
};
const OVERLOADED = 'The service is overloaded. Please try again later.';

export const HTTP_FAULTS: FaultFamily<HttpFault> = {
  'html-200': {
    description: 'Status 200 with the HTML page of a captive portal.',
    shows: 'nothing',
    steps: () =>
      wholeBody('<!doctype html><html><head><title>Sign in</title></head><body>Please sign in.</body></html>', {
        type: HTML_TYPE,
      }),
  },
  'empty-body': {
    description: 'Status 200, the right content type, and a body of no bytes.',
    shows: 'nothing',
    steps: ({ call }) => wholeBody('', { type: call.stream ? STREAM_TYPE : JSON_TYPE }),
  },
  'empty-stream': {
    description: 'Status 200 and a stream of no event but `[DONE]` (Responses: no event at all), rightly ended.',
    shows: 'nothing',
    needsStream: true,
    steps: ({ call }) => wholeBody(call.api === 'chat' ? 'data: [DONE]\n\n' : '\n', { type: STREAM_TYPE }),
  },
  'json-for-stream': {
    description: 'A stream was asked for; the good answer comes as one JSON body.',
    shows: 'nothing',
    needsStream: true,
    steps: (context) =>
      wholeBody(JSON.stringify(bodyOf(context.made, context)), {
        tokens: outputTokens(context.made, context.countTokens),
      }),
  },
  'stream-for-json': {
    description:
      'A JSON body was asked for; the good answer comes as a stream of events. For a stream: the good reply.',
    shows: 'nothing',
    steps: (context) =>
      wholeBody(framesOf(context.made, context).map(frameText).join(''), {
        type: STREAM_TYPE,
        tokens: outputTokens(context.made, context.countTokens),
      }),
  },
  'wrong-content-type': {
    description: 'The good reply, said to be `text/plain`.',
    shows: 'whole',
    steps: (context) => withHeaders(planReply(context.made, context), { 'content-type': 'text/plain' }),
  },
  'huge-headers': {
    description: 'The good reply under 128 kB of headers, more than HTTP clients take.',
    shows: 'nothing',
    steps: (context) =>
      withHeaders(
        planReply(context.made, context),
        Object.fromEntries(Array.from({ length: 32 }, (_, at) => [`x-padding-${at}`, 'a'.repeat(4096)])),
      ),
  },
  'redirect-elsewhere': {
    description:
      'Status 307 to another host, which answers well. The caller’s sources and question belong to the configured host alone; whether they were sent on is seen in `requests`.',
    shows: 'nothing',
    steps: ({ call, elsewhere }) => {
      const path = call.api === 'chat' ? 'chat/completions' : 'responses';
      return wholeBody('', { status: 307, headers: { location: `${elsewhere}/v1/${path}` } });
    },
  },
  '400-context-length': failing(
    'Status 400, `context_length_exceeded`: the same call will never succeed.',
    refusal(
      400,
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens. Please reduce the length of the messages.",
      'context_length_exceeded',
      'messages',
    ),
  ),
  '400-unsupported-parameter': {
    description:
      'Status 400, `unsupported_parameter`, with a string that looks like a key and the last message of the caller in its message.',
    shows: 'nothing',
    steps: ({ call }) =>
      wholeBody(
        errorBody(
          refusal(
            400,
            `Unsupported parameter: 'temperature' is not supported with this model. Key ${ECHOED_KEY} sent: ${call.messages.at(-1)?.text ?? ''}`,
            'unsupported_parameter',
            'temperature',
          ),
        ),
        { status: 400 },
      ),
  },
  '400-flat-error': {
    description:
      'Status 400 with an error body of another shape, as vLLM has had it: no `error` object around the fields.',
    shows: 'nothing',
    steps: () =>
      wholeBody(
        '{"object":"error","message":"The request is wrong.","type":"BadRequestError","param":null,"code":400}',
        {
          status: 400,
        },
      ),
  },
  '400-no-tools': {
    description:
      'Status 400, as Ollama refuses a call that offers tools to a model that takes none; a call without tools is answered well.',
    shows: 'whole',
    steps: (context) =>
      context.call.tools.length === 0
        ? planReply(context.made, context)
        : wholeBody(errorBody(TOOLLESS), { status: TOOLLESS.status }),
  },
  '401': failing(
    'Status 401, `invalid_api_key`.',
    refusal(401, 'Incorrect API key provided: sk-w****rong.', 'invalid_api_key'),
  ),
  '403': failing(
    'Status 403: this account or region may not use the model.',
    refusal(403, 'Country, region, or territory not supported', 'unsupported_country_region_territory'),
  ),
  '404-model': {
    description: 'Status 404, `model_not_found`, for a model that was there before.',
    shows: 'nothing',
    steps: ({ call }) =>
      wholeBody(
        errorBody(
          refusal(
            404,
            `The model \`${call.model}\` does not exist or you do not have access to it.`,
            'model_not_found',
          ),
        ),
        { status: 404 },
      ),
  },
  '429-seconds': limited('`Retry-After: 1`', { 'retry-after': '1' }),
  '429-date': {
    description: 'Status 429 with `Retry-After` as an HTTP date, one to two seconds from now.',
    shows: 'nothing',
    steps: () => limitedSteps({ 'retry-after': new Date(Date.now() + 2000).toUTCString() }),
  },
  '429-milliseconds': limited('`retry-after-ms: 300`', { 'retry-after-ms': '300' }),
  '429-too-long': limited('`Retry-After: 3600`', { 'retry-after': '3600' }),
  '429-nonsense': limited('`Retry-After: soon`', { 'retry-after': 'soon' }),
  '429-negative': limited('`Retry-After: -5`', { 'retry-after': '-5' }),
  '429-none': limited('no `Retry-After`', {}),
  '429-quota': failing('Status 429, `insufficient_quota`: no waiting helps.', {
    status: 429,
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    param: null,
    code: 'insufficient_quota',
  }),
  '429-gemini': {
    description:
      'Status 429 as Gemini says it: an array around the error, a number as its code, and the time to wait in `details` instead of a header.',
    shows: 'nothing',
    steps: () => {
      const details = [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' }];
      const error = { code: 429, message: 'Resource has been exhausted.', status: 'RESOURCE_EXHAUSTED', details };
      return wholeBody(JSON.stringify([{ error }]), { status: 429 });
    },
  },
  '500': failing('Status 500 with an error body.', {
    status: 500,
    message: 'The server had an error while processing your request. Sorry about that!',
    type: 'server_error',
    param: null,
    code: null,
  }),
  '502-html': {
    description: 'Status 502 with the HTML page of a gateway.',
    shows: 'nothing',
    steps: () =>
      wholeBody('<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n', {
        status: 502,
        type: HTML_TYPE,
      }),
  },
  '503': failing('Status 503, overloaded.', overloaded(503)),
  '529': failing('Status 529, overloaded: a number outside the registered ones.', overloaded(529)),
};

function failing(description: string, error: ServiceError): FaultMode {
  return { description, shows: 'nothing', steps: () => wholeBody(errorBody(error), { status: error.status }) };
}

function limited(how: string, headers: Readonly<Record<string, string>>): FaultMode {
  return { description: `Status 429 with ${how}.`, shows: 'nothing', steps: () => limitedSteps(headers) };
}

function limitedSteps(headers: Readonly<Record<string, string>>): readonly WireStep[] {
  const error = {
    message: 'Rate limit reached for requests. Please try again later.',
    type: 'requests',
    param: null,
    code: 'rate_limit_exceeded',
  };
  return wholeBody(errorBody({ status: 429, ...error }), { status: 429, headers });
}

function overloaded(status: number): ServiceError {
  return { status, message: OVERLOADED, type: 'server_error', param: null, code: 'overloaded' };
}

function withHeaders(steps: readonly WireStep[], headers: Readonly<Record<string, string>>): readonly WireStep[] {
  return steps.map((step) => (step.do === 'head' ? { ...step, headers: { ...step.headers, ...headers } } : step));
}
