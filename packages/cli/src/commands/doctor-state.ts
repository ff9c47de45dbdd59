import { IbidError } from '@ibid/core';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from '../context.ts';
import { openStateDrivers, type StateDrivers } from '../state-drivers.ts';
import { stateFolder } from '../state-folder.ts';
import { statePlace } from '../state-place.ts';
import type { Finding } from './doctor.ts';

const PARTS = ['sessions', 'feedback', 'jobs', 'ledger'] as const;
type Part = (typeof PARTS)[number];

/** Opens what is kept besides the index, part by part; of files only those that are there, so that none is made. In a database it makes all tables. */
export async function* doctorState({ settings, signal }: Context): AsyncGenerator<Finding> {
  let place: string;
  try {
    place = statePlace(settings);
  } catch (error) {
    return yield failed('state', error);
  }
  const isThere = (part: Part): boolean =>
    settings.stateUrl !== undefined || existsSync(join(stateFolder(settings), `${part}.db`));
  const parts = PARTS.filter(isThere);
  if (parts.length === 0) return yield { part: 'state', state: 'absent', text: `none yet in ${place}` };
  const working: string[] = [];
  await using drivers = await openStateDrivers(settings);
  for (const part of parts) {
    try {
      working.push(await open(part, drivers, signal));
    } catch (error) {
      if (signal.aborted) throw error;
      yield failed(`state ${part}`, error);
      // What keeps one part of a database away keeps all of them away.
      if (settings.stateUrl !== undefined) return;
    }
  }
  try {
    await drivers.ground();
  } catch (error) {
    return yield failed('state', error);
  }
  if (working.length > 0) yield { part: 'state', state: 'ok', text: `${place}: ${working.join(', ')}` };
}

async function open(part: Part, drivers: StateDrivers, signal: AbortSignal): Promise<string> {
  if (part === 'sessions') {
    const sessions = await drivers.sessions();
    try {
      await sessions.open({ signal });
      return `${await sessions.count({ signal })} conversations`;
    } finally {
      await sessions.close();
    }
  }
  const driver = await drivers[part]();
  try {
    await driver.open({ signal });
    return part;
  } finally {
    await driver.close();
  }
}

function failed(part: string, error: unknown): Finding {
  if (IbidError.is(error, 'ABORTED')) throw error;
  return { part, state: 'failed', text: error instanceof Error ? error.message : String(error) };
}
