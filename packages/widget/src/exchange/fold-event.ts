import type { AskEvent } from '../client/ask-event.ts';
import { isRunning, type Exchange } from './exchange.ts';

/**
 * The exchange after `event`; the same object where nothing changes. The stream, folded, equals the whole reply at its end, folded.
 * Nothing changes a finished exchange.
 */
export function foldEvent(exchange: Exchange, event: AskEvent): Exchange {
  if (!isRunning(exchange)) return exchange;
  switch (event.type) {
    case 'started':
      return { ...exchange, requestId: event.requestId };
    case 'found':
      return exchange;
    case 'excerpt':
      return { ...exchange, excerpts: [...exchange.excerpts, event.excerpt] };
    case 'citation':
      return { ...exchange, citations: [...exchange.citations, event.citation] };
    case 'statement':
      return { ...exchange, state: 'streaming', statements: [...exchange.statements, event.statement] };
    case 'fallback':
      return { ...exchange, fault: event.fault };
    case 'done': {
      const { request_id, outcome, statements, excerpts, citations, model, ...rest } = event.reply;
      const { nearest, closest, corrected, message, warnings, withheld } = rest;
      const fault = model?.fault ?? '';
      const answer = {
        statements,
        excerpts,
        citations,
        nearest,
        closest,
        corrected,
        message,
        warnings,
        withheld,
        fault,
      };
      return { ...exchange, ...answer, state: outcome, requestId: request_id };
    }
    case 'stopped':
      return { ...exchange, state: 'stopped' };
    case 'failed': {
      const { failure } = event;
      return { ...exchange, state: 'failed', failure, requestId: failure.requestId || exchange.requestId };
    }
  }
}
