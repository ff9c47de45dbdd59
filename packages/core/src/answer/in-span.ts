/** OpenTelemetry spans. The API records nothing unless the process installs an SDK. Spans contain no text of readers, pages or models. */
import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { IbidError } from '../types/ibid-error.ts';

/** A span with `error.type` has failed. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Runs a step in a span, which ends with it. `call` gives the attributes of a call to another service. */
export async function inSpan<T>(
  name: string,
  call: SpanAttributes | undefined,
  step: (describe: (attributes: SpanAttributes) => void) => Promise<T>,
): Promise<T> {
  const kind = call === undefined ? SpanKind.INTERNAL : SpanKind.CLIENT;
  return trace.getTracer('ibid').startActiveSpan(name, { kind, attributes: call ?? {} }, async (span) => {
    try {
      return await step((attributes) => describe(span, attributes));
    } catch (error) {
      describe(span, failureOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/**
 * Runs a stream in a span; code that handles its events is outside its context. Uses the first attributes that `attributesOf` returns; a
 * stream stopped before that is aborted.
 */
export async function* streamInSpan<T, R>(
  name: string,
  events: AsyncGenerator<T, R>,
  attributesOf: (value: T | R) => SpanAttributes | undefined,
): AsyncGenerator<T, R> {
  const span = trace.getTracer('ibid').startSpan(name);
  const within = trace.setSpan(context.active(), span);
  let last: SpanAttributes | undefined;
  try {
    for (;;) {
      const { done, value } = await context.with(within, async () => events.next());
      last ??= attributesOf(value);
      if (done === true) return value;
      yield value;
    }
  } catch (error) {
    last = failureOf(error);
    throw error;
  } finally {
    describe(span, last ?? ABORTED);
    await context.with(within, async () => events.return(undefined as R)).finally(() => span.end());
  }
}

const ABORTED: SpanAttributes = { 'ibid.aborted': true };

/** An abort by the reader is not a failure. */
function failureOf(error: unknown): SpanAttributes {
  if (IbidError.is(error)) return error.code === 'ABORTED' ? ABORTED : { 'error.type': error.code };
  return { 'error.type': error instanceof Error ? error.name : '_OTHER' };
}

function describe(span: Span, attributes: SpanAttributes): void {
  span.setAttributes(attributes);
  if (attributes['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
}
