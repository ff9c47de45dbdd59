import type { Context, Hono } from 'hono';
import { encodeFailure, type WireFailure } from '@ibid/wire';
import { toResponse, type CallNotes } from './call.ts';

interface Variables {
  requestId: string;
  /** On the clock of `AppOptions.now`. */
  startedAt: number;
  /** Pattern that the path fits; `''` for an unknown one. */
  route: string;
  notes: CallNotes;
}

export type App = Hono<{ Variables: Variables }>;
export type AppContext = Context<{ Variables: Variables }>;

/** A failure outside every vocabulary, in the body that all share. */
export function failed(c: AppContext, failure: WireFailure): Response {
  c.get('notes').code = failure.code;
  return toResponse(encodeFailure(failure, { requestId: c.get('requestId') }));
}
