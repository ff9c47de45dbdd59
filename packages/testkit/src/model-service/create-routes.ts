import type { IncomingMessage } from 'node:http';
import { asRequest, parseJson, type Exchange } from './arrival.ts';
import { compose } from './composition.ts';
import { GOOD_TEXT } from './faults/good-text.ts';
import { MODEL_FAULT_MODES } from './faults/model-fault-modes.ts';
import { parseCall } from './parse-call.ts';
import type { ParsedCall } from './parsed-call.ts';
import { planReply, wholeBody } from './plan-reply.ts';
import { keyRefusal, noModel, noRoute, tooLarge } from './refusals.ts';
import { CREATED } from './reply-context.ts';
import type { FaultReply, ModelScript, ScriptedReply } from './scripted-reply.ts';
import { errorBody, type ServiceError } from './service-error.ts';
import { serviceTokens } from './service-tokens.ts';
import type { WireStep } from './wire-step.ts';

export interface RouteOptions {
  /** Models that exist; any other one is refused. @default ['test-model'] */
  readonly models?: readonly string[];
  /** Parameters that are refused as unsupported. @default none */
  readonly unsupported?: readonly string[];
  /** Its measure of a text; must not shrink when a text grows. @default `serviceTokens` */
  readonly countTokens?: (text: string) => number;
  /** Answers `POST /v1/embeddings`; 404 without it. */
  readonly embeddings?: (request: Request) => Promise<Response>;
}

/** What is to be done to the connection that a request came by; fills in what the request was. `text` is `undefined` when it is too large. */
export type Route = (
  request: IncomingMessage,
  text: string | undefined,
  served: Exchange,
  origin: string,
) => Promise<readonly WireStep[]>;

const ELSEWHERE: ScriptedReply = { kind: 'text', text: 'This was answered by a host that nobody configured. [p1]' };

export function createRoutes(options: RouteOptions, answer: ModelScript): Route {
  const models = options.models ?? ['test-model'];
  const countTokens = options.countTokens ?? serviceTokens;
  let calls = 0;

  async function route(
    request: IncomingMessage,
    text: string | undefined,
    served: Exchange,
    origin: string,
  ): Promise<readonly WireStep[]> {
    if (text === undefined) return planError(tooLarge());
    const json = parseJson(text);
    served.body = json ?? text;
    if (!served.isKeyAccepted && !served.isElsewhere) return planError(keyRefusal(request.headers.authorization));
    const asked = `${request.method ?? ''} ${served.path}`;
    if (asked === 'GET /v1/models') {
      return wholeBody(JSON.stringify({ object: 'list', data: models.map(modelObject) }));
    }
    const model = /^GET \/v1\/models\/(.+)$/u.exec(asked)?.[1];
    if (model !== undefined) {
      return models.includes(model) ? wholeBody(JSON.stringify(modelObject(model))) : planError(noModel(model));
    }
    if (asked === 'POST /v1/embeddings' && options.embeddings !== undefined) {
      return planResponse(await options.embeddings(asRequest(request, origin, text)));
    }
    const api =
      asked === 'POST /v1/chat/completions' ? 'chat' : asked === 'POST /v1/responses' ? 'responses' : undefined;
    if (api === undefined) return planError(noRoute(request.method ?? '', served.path));
    const rules = { models, unsupported: options.unsupported ?? [], countTokens };
    const parsed = parseCall(api, json, calls, rules);
    if (parsed.kind === 'refused') return planError(parsed.error);
    calls += 1;
    served.call = parsed.call;
    served.reply = served.isElsewhere ? ELSEWHERE : await answer(parsed.call);
    return planScripted(served.reply, parsed.call, origin);
  }

  function planScripted(reply: ScriptedReply, call: ParsedCall, origin: string): readonly WireStep[] {
    const context = { call, countTokens };
    if (reply.kind === 'wire') return reply.steps;
    if (reply.kind === 'fault') return planFault(reply, call, origin);
    return planReply(compose(reply, { maxTokens: call.maxTokens, countTokens }), context);
  }

  function planFault(reply: FaultReply, call: ParsedCall, origin: string): readonly WireStep[] {
    const mode = MODEL_FAULT_MODES[reply.fault];
    if (mode.needsStream === true && !call.stream) {
      throw new Error(`The fault ${reply.fault} needs a call for a stream.`);
    }
    const good = reply.of ?? { kind: 'text', text: GOOD_TEXT };
    return mode.steps({
      call,
      countTokens,
      made: compose(good, { maxTokens: call.maxTokens, countTokens }),
      elsewhere: origin.replace('127.0.0.1', 'localhost'),
      afterBytes: reply.afterBytes,
      everyMs: reply.everyMs,
    });
  }

  return async (request, text, served, origin) => {
    try {
      return await route(request, text, served, origin);
    } catch (error) {
      return planError(scriptError(error));
    }
  };
}

function modelObject(id: string): object {
  return { id, object: 'model', created: CREATED, owned_by: 'ibid' };
}

function planError(error: ServiceError): readonly WireStep[] {
  return wholeBody(errorBody(error), { status: error.status });
}

async function planResponse(response: Response): Promise<readonly WireStep[]> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  return wholeBody(bytes, { status: response.status, headers: Object.fromEntries(response.headers) });
}

function scriptError(error: unknown): ServiceError {
  const message = `The script failed: ${error instanceof Error ? error.message : String(error)}`;
  return { status: 501, message, type: 'server_error', param: null, code: 'script_failed' };
}
