/** What the modes say of themselves holds on the wire. */
import { describe, expect, test } from 'vitest';
import { chatText } from '../stream-troubles-fixture.ts';
import { faultyService, QUIET, shown, useFaultyService } from './fault-fixture.ts';
import { GOOD_TEXT } from './good-text.ts';
import { MODEL_FAULT_MODES, type ModelFaultMode } from './model-fault-modes.ts';

useFaultyService();

const NAMES = Object.keys(MODEL_FAULT_MODES) as readonly ModelFaultMode[];
const ENDLESS: readonly ModelFaultMode[] = NAMES.filter((name) => MODEL_FAULT_MODES[name].shows === 'endless');

/** Those that hang are left after a while. */
function leavingOf(fault: ModelFaultMode): { readonly quietMs?: number } {
  return /^(?:hang|stall)-/u.test(fault) ? { quietMs: 100 } : {};
}

describe('each mode', () => {
  test.each(NAMES.filter((name) => MODEL_FAULT_MODES[name].shows === 'whole' && name !== 'drip'))(
    '%s leaves all of the answer to be read',
    async (fault) => {
      expect(chatText((await shown({ fault })).text)).toBe(GOOD_TEXT);
    },
  );

  test.each(NAMES.filter((name) => MODEL_FAULT_MODES[name].shows === 'nothing'))(
    '%s holds no words of an answer in a stream of deltas',
    async (fault) => {
      const { status, text, headers } = await shown({ fault }, leavingOf(fault));
      const isStream = status === 200 && headers['content-type']?.includes('event-stream') === true;
      const isForJson = fault === 'stream-for-json' || fault === 'huge-headers';
      expect(isStream && !isForJson ? chatText(text).trim() : '').toBe('');
    },
  );

  test.each(ENDLESS)('%s goes on until the reader leaves', async (fault) => {
    expect(await shown({ fault, ...QUIET }, { leaveAfterBytes: 2000 })).toMatchObject({
      isBodyEnded: false,
      connection: 'open',
    });
    await faultyService().idle();
    expect(faultyService().requests.at(-1)).toMatchObject({ isComplete: false, closedBy: 'client' });
  });

  test.each(NAMES.filter((name) => MODEL_FAULT_MODES[name].needsStream))(
    '%s says that it needs a stream when there is none',
    async (fault) => {
      const raw = await shown({ fault }, { stream: false });
      expect(raw.status).toBe(501);
      expect(raw.text).toContain('needs a call for a stream');
    },
  );

  test.each(NAMES)('%s can also be shown as Responses', async (fault) => {
    const raw = await shown({ fault, ...QUIET }, { api: 'responses', leaveAfterBytes: 2000, ...leavingOf(fault) });
    expect(raw.status).not.toBe(501);
    expect(raw.text).not.toContain('chat.completion');
  });
});
