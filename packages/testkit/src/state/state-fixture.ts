/** Sample data of all kinds of state, also for programs that run without a test runner. */
import type {
  AgentSettings,
  AppendedTurn,
  Booking,
  Feedback,
  Job,
  LedgerAccount,
  LedgerDriver,
  LedgerTotals,
  SessionCaps,
  SessionTurn,
} from '@ibid/core/types';

/** Caps so high that nothing is dropped. */
export const WIDE: SessionCaps = { maxBytes: 2 ** 30, maxSessions: 2 ** 30 };

export const SETTINGS: AgentSettings = {
  modelName: 'test/model',
  temperature: 0.5,
  maxTokens: 1024,
  systemPrompt: '',
  retrievalEnabled: true,
  maxTurns: 10,
  scoreThreshold: 0.25,
  topK: 5,
};

/** A UUID made from the number only. */
export function sessionIdOf(number: number): string {
  return `5e551017-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Seconds after the first instant of 2026, as ISO 8601. */
export function instantOf(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString();
}

export function sketchTurn(number: number, own: Partial<SessionTurn> = {}): SessionTurn {
  return {
    number,
    userInput: `question ${number}`,
    passages: [],
    response: `answer ${number}`,
    at: instantOf(number),
    toolCalls: [],
    contextUsed: '',
    ...own,
  };
}

export function sketchAppended(session: number, number: number, own: Partial<SessionTurn> = {}): AppendedTurn {
  return {
    sessionId: sessionIdOf(session),
    turn: sketchTurn(number, own),
    settings: SETTINGS,
    metadata: {},
  };
}

/** Bytes of a turn as counted for the caps. */
export function turnBytes(turn: SessionTurn): number {
  return Buffer.byteLength(JSON.stringify(turn));
}

/** The day used in most rules. */
export const DAY = '2026-11-22';
export const NOTHING: Booking = { tokens: 0, microCost: 0 };
/** Totals of an unknown account. */
export const EMPTY: LedgerTotals = { settled: NOTHING, reserved: NOTHING };

let lastNumber = 0;

/** An id that no other reservation of this process has. */
export function newReservationId(): string {
  return `1ed9e700-0000-4000-8000-${(++lastNumber).toString(16).padStart(12, '0')}`;
}

export function booking(tokens: number, microCost = 0): Booking {
  return { tokens, microCost };
}

/** An account of `DAY` without caps, unless `own` overrides this. */
export function ledgerAccount(key: string, own: Partial<LedgerAccount> = {}): LedgerAccount {
  return { key, day: DAY, maxTokens: undefined, maxMicroCost: undefined, ...own };
}

/** Settled and reserved tokens of an account. */
export async function tokensOf(
  driver: LedgerDriver,
  account: Pick<LedgerAccount, 'key' | 'day'>,
): Promise<readonly [settled: number, reserved: number]> {
  const { settled, reserved } = await driver.read(account);
  return [settled.tokens, reserved.tokens];
}

/** Reserves `most` on the accounts under a new id. Returns the id, and the key of an account that refused. */
export async function tryReserve(
  driver: LedgerDriver,
  accounts: readonly LedgerAccount[],
  most: Booking,
  day: string = DAY,
): Promise<{ readonly id: string; readonly refusedBy: string | undefined }> {
  const id = newReservationId();
  return { id, refusedBy: await driver.reserve({ id, day, accounts, most }) };
}

export function jobIdOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

/** A queued job with some fields changed. */
export function sketchJob(number: number, changes: Partial<Job> = {}): Job {
  return {
    id: jobIdOf(number),
    state: 'queued',
    request: { fresh: false, allowShrink: false },
    createdAt: '2026-01-02T03:04:05.678Z',
    startedAt: '',
    endedAt: '',
    attempts: 0,
    progress: { stage: '', done: 0, total: 0 },
    pages: { added: 0, changed: 0, removed: 0, unchanged: 0, failed: 0 },
    errors: [],
    code: '',
    message: '',
    ...changes,
  };
}

/** A limit so high that nothing is dropped. */
export const ANY_NUMBER: number = 2 ** 30;

/** A UUID made from the number only. */
export function feedbackIdOf(number: number): string {
  return `feedbac0-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
}

/** Feedback on request `number`, given `seconds` after the start of 2026. */
export function sketchFeedback(number: number, seconds: number = number, own: Partial<Feedback> = {}): Feedback {
  return {
    requestId: feedbackIdOf(number),
    verdict: number % 2 === 0 ? 'up' : 'down',
    reasons: [],
    note: '',
    question: '',
    page: '/guide',
    generation: 1,
    at: instantOf(seconds),
    ...own,
  };
}
