import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { AppendedTurn, Session, SessionCaps, SessionDriver } from '../types/session.ts';
import { guardedCall } from '../store/guarded-call.ts';

/**
 * A session driver with checks around every method. Refused with `INVALID_REQUEST`: ids that are not UUIDs, turn numbers below 1, instants
 * in another form, and values that JSON cannot represent. Calls after `close` are refused with `CLOSED`. An abort rejects with `ABORTED` at
 * once; any other error of the driver becomes `UPSTREAM_FAILED`. Ids may have any letter case.
 */
export interface SessionStore {
  read(id: string, options?: CallOptions): Promise<Session | undefined>;
  append(appended: AppendedTurn, caps: SessionCaps, options?: CallOptions): Promise<void>;
  delete(id: string, options?: CallOptions): Promise<boolean>;
  deleteIdleSince(instant: string, options?: CallOptions): Promise<number>;
  count(options?: CallOptions): Promise<number>;
  /** Refuses all later calls. Does not close the database; its owner does that. */
  close(): void;
}

export function sessionStore(driver: SessionDriver): SessionStore {
  let isClosed = false;
  const guarded = guardedCall(driver.name, () =>
    isClosed ? new IbidError('CLOSED', 'The conversations are closed; the server is ending') : undefined,
  );
  return {
    read: (id, call) => guarded('read', call, async () => driver.read(checkedSessionId('read', id))),
    append: (appended, caps, call) =>
      guarded('append', call, async () => {
        const sessionId = checkedSessionId('append', appended.sessionId);
        checkAppended(appended, caps);
        await driver.append({ ...appended, sessionId }, caps);
      }),
    delete: (id, call) => guarded('delete', call, async () => driver.delete(checkedSessionId('delete', id))),
    deleteIdleSince: (instant, call) =>
      guarded('deleteIdleSince', call, async () => {
        checkInstant('deleteIdleSince', 'instant', instant);
        return driver.deleteIdleSince(instant);
      }),
    count: (call) => guarded('count', call, () => driver.count()),
    close() {
      isClosed = true;
    },
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const MOST_METADATA_UNITS = 8192;

function invalid(operation: string, message: string): IbidError {
  return new IbidError('INVALID_REQUEST', `${operation}: ${message}`);
}

/** Returns the id in lower case, so that each session has one spelling. Throws `INVALID_REQUEST` unless it is a UUID (any version). */
export function checkedSessionId(operation: string, id: string): string {
  const lower = id.toLowerCase();
  if (!UUID.test(lower)) throw invalid(operation, 'the session id is no UUID; give one as it was returned');
  return lower;
}

/** Throws `INVALID_REQUEST` unless the text is in the form of `toISOString` for years 0 to 9999: only that form sorts by time. */
function checkInstant(operation: string, name: string, instant: string): void {
  const time = Date.parse(instant);
  if (instant.length !== 24 || Number.isNaN(time) || new Date(time).toISOString() !== instant) {
    throw invalid(operation, `\`${name}\` is \`${instant}\`; give an instant such as \`2026-01-02T03:04:05.678Z\``);
  }
}

/** Throws `INVALID_REQUEST` on values that would change when stored. */
function checkAppended({ turn, settings, metadata }: AppendedTurn, caps: SessionCaps): void {
  checkCount('turn.number', turn.number);
  checkInstant('append', 'turn.at', turn.at);
  checkPlain('turn', turn);
  checkPlain('settings', settings);
  checkPlain('metadata', metadata);
  const units = JSON.stringify(metadata).length;
  if (units > MOST_METADATA_UNITS) {
    throw invalid('append', `\`metadata\` has ${units} UTF-16 units as JSON; keep it to ${MOST_METADATA_UNITS}`);
  }
  checkCount('maxBytes', caps.maxBytes);
  checkCount('maxSessions', caps.maxSessions);
}

function checkCount(name: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 1) {
    throw invalid('append', `\`${name}\` is ${value}; give a whole number from 1`);
  }
}

/** Drivers store JSON, which turns NaN into null and drops `undefined`. */
function checkPlain(name: string, value: unknown): void {
  if (typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (Array.isArray(value)) for (const [i, part] of value.entries()) checkPlain(`${name}[${i}]`, part);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) checkPlain(`${name}.${key}`, part);
  } else
    throw invalid('append', `\`${name}\` is ${String(value)}; give texts, finite numbers, booleans and lists of them`);
}
