/** Ibid's own vocabulary: strict, complete, streaming. The page, the panel and the command line speak it. */
import type { Dialect, Endpoint } from '../dialect.ts';
import { decode } from './decode.ts';
import { encodeFailure } from './encode-failure.ts';
import { encodeReply } from './encode-reply.ts';
import { createStreamEncoder } from './stream-encoder.ts';

function endpoint(path: Endpoint['path'], streams: true | undefined): Endpoint {
  return {
    method: 'POST',
    path,
    decode: (request) => decode(request.body, streams),
    encodeAnswer: (answer, context) => ({ status: 200, headers: {}, body: encodeReply(answer, context) }),
    createStreamEncoder,
    encodeFailure,
  };
}

export const nativeDialect: Dialect = {
  name: 'native',
  endpoints: [endpoint('/api/ask', undefined), endpoint('/api/ask/stream', true)],
  drops: [],
};
