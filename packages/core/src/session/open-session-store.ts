import type { CallOptions } from '../types/call-options.ts';
import { IbidError } from '../types/ibid-error.ts';
import type { SessionDriver } from '../types/session.ts';
import { guardedCall } from '../store/guarded-call.ts';
import { guardedTurns } from './guarded-turns.ts';
import { checkAppended, checkedSessionId, checkInstant } from './session-arguments.ts';

/**
 * Conversations as the service holds them: the driver's verbs, made total. Ids that are no UUIDs, turn numbers below 1, instants
 * in another form and values that JSON cannot hold are refused with `INVALID_REQUEST`, calls after `close` with `CLOSED`; an
 * abort rejects with `ABORTED` at once; anything else that a driver throws arrives as `UPSTREAM_FAILED`. Ids may come in
 * any letter case.
 */
export interface SessionStore extends Omit<SessionDriver, 'open'>, AsyncDisposable {}

/** Opens the driver and takes it over: closing the store closes the driver. */
export async function openSessionStore(driver: SessionDriver, options?: CallOptions): Promise<SessionStore> {
  let closing: Promise<void> | undefined;
  const guarded = guardedCall(driver.name, () =>
    closing === undefined
      ? undefined
      : new IbidError('CLOSED', `The ${driver.name} store is closed; open it again with \`openSessionStore\``),
  );

  try {
    await guarded('open', options, () => driver.open(options));
  } catch (error) {
    await driver.close().catch(() => undefined);
    throw error;
  }

  const close = (): Promise<void> => (closing ??= driver.close());
  return {
    name: driver.name,
    traits: driver.traits,
    turns: driver.turns && guardedTurns(driver.turns, guarded),
    close,
    [Symbol.asyncDispose]: close,

    read: (id, call) => guarded('read', call, async () => driver.read(checkedSessionId('read', id), call)),
    append: (appended, caps, call) =>
      guarded('append', call, async () => {
        const sessionId = checkedSessionId('append', appended.sessionId);
        checkAppended(appended, caps);
        await driver.append({ ...appended, sessionId }, caps, call);
      }),
    delete: (id, call) => guarded('delete', call, async () => driver.delete(checkedSessionId('delete', id), call)),
    deleteIdleSince: (instant, call) =>
      guarded('deleteIdleSince', call, async () => {
        checkInstant('deleteIdleSince', 'instant', instant);
        return driver.deleteIdleSince(instant, call);
      }),
    count: (call) => guarded('count', call, async () => driver.count(call)),
  };
}
