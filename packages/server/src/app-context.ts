import type { Context, Hono } from 'hono';
import { encodeFailure, type Endpoint, type WireFailure } from '@ibid/wire';
import { toResponse, type CallNotes } from './call.ts';

interface Variables {
  requestId: string;
  /** On the clock of `AppOptions.now`. */
  startedAt: number;
  /** Pattern that the path fits; `''` for an unknown one. */
  route: string;
  /** Whose path it is; `undefined` for a path outside every vocabulary. */
  endpoint: Endpoint | undefined;
  notes: CallNotes;
  /** Headers that every response gets; those of our own pages unless a handler says otherwise. */
  security: Readonly<Record<string, string>>;
}

export type App = Hono<{ Variables: Variables }>;
export type AppContext = Context<{ Variables: Variables }>;

/** A failure before or outside a handler, in the words of the vocabulary that the path belongs to, else in the body that all share. */
export function failed(c: AppContext, failure: WireFailure): Response {
  c.get('notes').code = failure.code;
  const encode = c.get('endpoint')?.encodeFailure ?? encodeFailure;
  return toResponse(encode(failure, { requestId: c.get('requestId') }));
}
