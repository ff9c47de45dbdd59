import { IbidError } from '@ibid/core';
import { existsSync } from 'node:fs';
import type { Context } from '../context.ts';
import { openStateDrivers } from '../state-drivers.ts';
import { statePlace } from '../state-place.ts';
import type { Finding } from './doctor.ts';

/** Opens what is kept besides the index; a file only where it is, so that none is made. In a database it makes all tables. */
export async function* doctorState({ settings, signal }: Context): AsyncGenerator<Finding> {
  try {
    const place = statePlace(settings);
    if (settings.stateUrl === undefined && !existsSync(place)) {
      return yield { part: 'state', state: 'absent', text: `none yet in ${place}` };
    }
    await using state = await openStateDrivers(settings);
    signal.throwIfAborted();
    await state.replicas?.checkWrites();
    yield { part: 'state', state: 'ok', text: `${place}: ${await state.sessions.count()} conversations` };
  } catch (error) {
    if (signal.aborted || IbidError.is(error, 'ABORTED')) throw error;
    yield { part: 'state', state: 'failed', text: error instanceof Error ? error.message : String(error) };
  }
}
