import { IbidError } from '@ibid/core';
import { hostOf, type HostedService } from './hosted-service.ts';
import { abortedError, type CallFault, type JsonReply } from './post-json.ts';
import { retryAfterMs } from './retry-after.ts';

/** How services say it. Their words are read here and never passed on: they quote keys and texts. */
const SAYS = {
  tooLong:
    /too long|too many tokens|too large to process|(?:maximum|max) (?:context|input|sequence|token)|context (?:length|size|window)|less than \d+ tokens|token limit|exceeds? .{0,40}token/u,
  tooMany: /batch size \d+|too many (?:inputs|texts|items|requests in)|at most \d+ (?:requests|texts|inputs|items)/u,
  badKey: /api[ _-]?key/u,
  spent: /insufficient_(?:quota|balance)|(?:\/|per|a) ?month/u,
} as const;

/** 500 because one server, llama.cpp's, answers so for long texts. */
const JUDGES_TEXT: readonly number[] = [400, 413, 422, 500];
const PASSING: readonly number[] = [408, 409, 425];

/** The error for a reply whose status is not 2xx. `now`: Unix milliseconds. */
export function serviceError(service: HostedService, reply: JsonReply, now: number): IbidError {
  const { status } = reply;
  const { label, model, keyName, advice } = service;
  const host = hostOf(service.url);
  const said = reply.text.toLowerCase();
  const wait = retryAfterMs(reply.headers, now) ?? delayIn(reply.text);
  const details = { service: label, status, ...(wait === undefined ? {} : { retryAfterMs: wait }) };
  const config = (message: string): IbidError => new IbidError('INVALID_CONFIG', message, { details });

  if (status === 401 || (JUDGES_TEXT.includes(status) && status < 500 && SAYS.badKey.test(said))) {
    return config(`${label} at ${host} does not accept the key. Put a valid one into \`${keyName}\`.`);
  }
  if (status === 403) {
    return config(
      `${label} at ${host} does not let the key in \`${keyName}\` use \`${model}\`. Allow it there, or name another model.`,
    );
  }
  if (status === 404) return config(`${label} at ${host} does not know \`${model}\`. ${advice.missing}`);
  if (status < 400 || status === 405) {
    return config(
      `${label} at ${host} answered ${status}, so texts are not taken at that address. Give the right one in \`baseUrl\` of the embedder.`,
    );
  }
  if (status === 402 || (status === 429 && SAYS.spent.test(said))) {
    return new IbidError(
      'RATE_LIMITED',
      `The account of the key in \`${keyName}\` has used up what ${label} grants it. Extend it, or use the embedder \`builtin\`.`,
      { details },
    );
  }
  if (JUDGES_TEXT.includes(status) && SAYS.tooMany.test(said)) {
    return config(`${label} at ${host} takes fewer texts in one request. Lower \`maxBatch\` of the embedder.`);
  }
  if (JUDGES_TEXT.includes(status) && (SAYS.tooLong.test(said) || status === 413)) {
    return new IbidError(
      'UPSTREAM_FAILED',
      `A text is longer than \`${model}\` of ${label} reads, and none is ever cut silently. ${advice.tooLong}`,
      { details: { ...details, tooLong: true } },
    );
  }
  if (status === 429) {
    return new IbidError('RATE_LIMITED', `${label} at ${host} asks to slow down. Wait and try again.`, {
      retryable: true,
      details,
    });
  }
  const passes = status >= 500 || PASSING.includes(status);
  return new IbidError(
    'UPSTREAM_FAILED',
    passes
      ? `${label} at ${host} answered ${status}. Try again later.`
      : `${label} at ${host} refused the request with ${status}. Check \`model\`, \`dimensions\` and \`baseUrl\` of the embedder.`,
    { retryable: passes, details },
  );
}

/** The error for a call that brought no reply. */
export function callError(service: HostedService, fault: CallFault): IbidError {
  const { label } = service;
  const host = hostOf(service.url);
  const options = { retryable: true, details: { service: label } };
  switch (fault.kind) {
    case 'aborted':
      return abortedError();
    case 'too-late':
      return new IbidError('TIMED_OUT', `${label} at ${host} took too long to answer. Try again later.`, options);
    case 'too-large':
      return new IbidError('UPSTREAM_FAILED', `${label} at ${host} answered without end. Check \`baseUrl\`.`, options);
    case 'lost':
      return new IbidError(
        'UPSTREAM_FAILED',
        `${label} at ${host} cannot be reached (${fault.code}). Check that it runs and that \`baseUrl\` of the embedder is right.`,
        options,
      );
  }
}

/** Google says in the body how long to wait. */
function delayIn(text: string): number | undefined {
  const seconds = /"retryDelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s"/u.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}
