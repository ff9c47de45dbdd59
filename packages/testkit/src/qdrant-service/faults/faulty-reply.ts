import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorReply, jsonReply, textReply, type Reply } from '../reply.ts';
import type { QdrantFault } from './qdrant-fault.ts';
import { halved } from './halved.ts';

export interface ReplyParts {
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** Serves the request, with a changed query or body. */
  readonly properly: (changed?: {
    readonly query?: URLSearchParams;
    readonly edit?: (body: unknown) => unknown;
  }) => Reply;
  /** Is told of a reply that is not the proper one. */
  readonly canned: (reply: Reply) => Reply;
}

/** Replies as the fault will have it, and properly without one. */
export async function faultyReply(fault: QdrantFault | undefined, parts: ReplyParts): Promise<void> {
  const { response, query, properly, canned } = parts;
  const instead = fault === undefined ? undefined : insteadOf(fault);
  if (instead !== undefined) {
    send(response, canned(instead));
    return;
  }
  switch (fault?.kind) {
    case 'hang':
      return;
    case 'dropped':
      response.destroy();
      return;
    case 'slow':
      await sleep(fault.ms, undefined, { ref: false });
      if (!response.destroyed) send(response, properly());
      return;
    case 'half-applied':
      properly({ edit: halved });
      send(response, canned(errorReply(500, 'Service internal error: 1 out of 2 shards failed to apply operation')));
      return;
    case 'reply-lost':
      properly();
      response.destroy();
      return;
    case 'cut-reply':
      cut(response, properly());
      return;
    case 'accepted':
      properly({ query: unwaited(query) });
      send(response, canned(jsonReply(202, { status: 'accepted', time: 0.000_01 })));
      return;
    case 'wait-timeout':
      send(response, late(properly({ query: unwaited(query) })));
      return;
    case 'version':
      send(response, canned(jsonReply(200, { title: 'qdrant - vector search engine', version: fault.version })));
      return;
    default:
      send(response, properly());
  }
}

/** Replies that come without anything being done. */
function insteadOf(fault: QdrantFault): Reply | undefined {
  switch (fault.kind) {
    case 'rate-limit': {
      const headers = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      return errorReply(429, 'Rate limiting exceeded: Write rate limit exceeded, retry later', headers);
    }
    case 'unavailable':
      return errorReply(503, 'Shard temporarily unavailable: partial snapshot recovery is in progress');
    case 'broken':
      return errorReply(500, 'Service internal error: task 7 panicked with message "index out of bounds"');
    case 'gateway': {
      const { status = 502 } = fault;
      const page = `<html><head><title>${status}</title></head><body><h1>${status}</h1><hr>nginx</body></html>`;
      return textReply(status, page, 'text/html');
    }
    case 'garbage':
      return textReply(200, '\u001F\uFFFD\b{"result":', 'application/json');
    case 'other-shape':
      return jsonReply(200, { result: [[{ identity: 7, nearness: 'much' }]], status: 'ok', time: 0.000_01 });
    default:
      return undefined;
  }
}

function unwaited(query: URLSearchParams): URLSearchParams {
  const changed = new URLSearchParams(query);
  changed.delete('wait');
  return changed;
}

function late(reply: Reply): Reply {
  return { ...reply, body: reply.body.replaceAll('"status":"acknowledged"', '"status":"wait_timeout"') };
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
}

function cut(response: ServerResponse, { status, headers, body }: Reply): void {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, 'content-length': bytes.length });
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}
