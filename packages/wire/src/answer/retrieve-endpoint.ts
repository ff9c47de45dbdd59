import type { RetrieveEndpoint } from '../dialect.ts';
import { encodeFailure } from '../shared/encode-failure.ts';
import { RUN_FAILURES } from '../shared/run-failures.ts';
import { toJsonSchema } from '../shared/to-json-schema.ts';
import foundRequest from './__fixtures__/retrieve/request.json' with { type: 'json' };
import foundReply from './__fixtures__/retrieve/response.json' with { type: 'json' };
import selectedRequest from './__fixtures__/retrieve-selection/request.json' with { type: 'json' };
import selectedReply from './__fixtures__/retrieve-selection/response.json' with { type: 'json' };
import { bundleReplySchema } from './bundle-reply-schema.ts';
import { decodeRetrieve } from './decode-retrieve.ts';
import { encodeBundle } from './encode-bundle.ts';
import { retrieveSchema } from './retrieve-schema.ts';

export const retrieveEndpoint: RetrieveEndpoint = {
  kind: 'retrieve',
  method: 'POST',
  path: '/api/retrieve',
  description: {
    operationId: 'retrieve',
    tag: 'answer',
    summary: 'Retrieve the bundle that an answer is made from',
    details:
      'The reply, byte for byte, is the `context_bundle` of `POST /api/answer`. With `selected_text` it holds the passages that hold the selection. Unknown fields are ignored, and `warnings` says so.',
    request: () => toJsonSchema(retrieveSchema, 'input'),
    reply: () => toJsonSchema(bundleReplySchema, 'output'),
    replyStatus: 200,
    streams: 'never',
    owner: false,
    failures: RUN_FAILURES,
    examples: [
      { name: 'A question', request: foundRequest, reply: foundReply.body },
      { name: 'A question about a selection', request: selectedRequest, reply: selectedReply.body },
    ],
  },
  decode: ({ body }) => decodeRetrieve(body),
  encodeRetrieval: (search, context) => ({ status: 200, headers: {}, body: encodeBundle(search, context) }),
  encodeFailure,
};
