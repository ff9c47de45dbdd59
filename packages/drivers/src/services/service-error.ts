import type { ModelFault } from '@ibid/core/types';

/** A service as calls and messages know it. */
export interface ServiceTarget {
  /** For people, such as `Cohere` or `groq/llama-3.3-70b-versatile`. */
  readonly label: string;
  readonly model: string;
  /** Without a slash at its end. Nothing outside of it is asked. */
  readonly baseUrl: string;
  /** The key, as the service wants it. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where the key comes from, or should. */
  readonly keyName: string;
  /** Of one reply; more is broken off. */
  readonly maxBytes: number;
  readonly advice: {
    /** What to do when the service does not know the model. */
    readonly missing: string;
    /** When a text is too long for it. */
    readonly tooLong: string;
    /** When nothing listens at its address. */
    readonly silent: string;
    /** When it does not understand a request. */
    readonly refused: string;
  };
}

export type TroubleKind =
  | 'wrong-key'
  | 'forbidden'
  | 'missing'
  | 'elsewhere'
  | 'spent'
  | 'too-many'
  | 'too-long'
  | 'unwelcome'
  | 'refused'
  | 'busy'
  | 'down'
  | 'unreached'
  | 'untrusted'
  | 'broken'
  | 'no-answer'
  | 'too-large'
  | 'late'
  | 'cut'
  | 'empty'
  | 'garbled'
  | 'limited'
  | 'filtered'
  | 'endless'
  | 'bad-tools';

interface Trouble {
  /** Of a model: what readers are told. `unavailable` unless given. */
  readonly fault?: ModelFault;
  /** Whether the same call may go well a moment later. */
  readonly isRetryable?: true;
  /** Whether the service certainly did nothing that costs. */
  readonly isFree?: true;
  /**
   * What it says about the health of the service: one failure unless given, nothing, or that only the owner can fix it. `open-if-new`: the same,
   * unless the service has answered before, when it is this one request that displeases.
   */
  readonly health?: 'ignore' | 'open' | 'open-if-new';
  readonly advice: (target: ServiceTarget) => string;
}

/** All ways in which a call can fail, and what follows from each. */
const TROUBLES: Readonly<Record<TroubleKind, Trouble>> = {
  'wrong-key': {
    isFree: true,
    health: 'open',
    advice: ({ keyName }) => `The key is missing or wrong; put a valid one into \`${keyName}\`.`,
  },
  forbidden: {
    isFree: true,
    health: 'open',
    advice: ({ keyName, model }) => `The key in \`${keyName}\` may not use \`${model}\`; check the account's rights.`,
  },
  missing: {
    isFree: true,
    health: 'open',
    advice: ({ model, advice }) => `There is no model \`${model}\` or no such path. ${advice.missing}`,
  },
  elsewhere: {
    isFree: true,
    health: 'open',
    advice: () => 'It points to another address, or takes no calls at this one; correct the base URL.',
  },
  spent: {
    isFree: true,
    health: 'open',
    advice: ({ keyName }) => `The account of the key in \`${keyName}\` has no money or quota left; extend it.`,
  },
  'too-many': { isFree: true, advice: () => 'It takes fewer texts in one request; lower `maxBatch`.' },
  'too-long': { isFree: true, health: 'ignore', advice: ({ advice }) => advice.tooLong },
  unwelcome: { isFree: true, health: 'ignore', advice: () => 'It does not take this request.' },
  refused: { isFree: true, health: 'open-if-new', advice: ({ advice }) => advice.refused },
  busy: { isRetryable: true, isFree: true, advice: () => 'It asks to slow down; try again later.' },
  down: { isRetryable: true, advice: () => 'Try again later.' },
  unreached: { isRetryable: true, isFree: true, advice: ({ advice }) => advice.silent },
  untrusted: {
    isFree: true,
    health: 'open-if-new',
    advice: () => 'Check `http` or `https` in the base URL, and the certificate.',
  },
  broken: { isRetryable: true, advice: () => 'The connection broke.' },
  'no-answer': {
    fault: 'unusable',
    health: 'open-if-new',
    advice: () => 'That is no answer; check the base URL, for a proxy may stand before the service.',
  },
  'too-large': { fault: 'unusable', advice: () => 'Check the base URL.' },
  late: { fault: 'too-slow', advice: () => 'It may be overloaded, or still loading the model.' },
  cut: { fault: 'stopped', advice: () => 'The stream ended before the reply did.' },
  empty: { fault: 'unusable', advice: () => 'The reply held neither text nor a tool call.' },
  garbled: { fault: 'unusable', advice: () => 'The stream holds something that cannot be read.' },
  limited: { fault: 'stopped', health: 'ignore', advice: () => 'The model stopped at its limit of tokens.' },
  filtered: {
    fault: 'stopped',
    health: 'ignore',
    advice: () => 'The service filtered the reply, or the model refused.',
  },
  endless: { fault: 'stopped', health: 'ignore', advice: () => 'The model wrote more than is read.' },
  'bad-tools': { fault: 'unusable', health: 'ignore', advice: () => 'The model does not know how to call a tool.' },
};

export interface TroubleFacts {
  /** What was seen, such as `answered 503`; nothing that a service or a reader wrote. */
  readonly seen?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** A parameter that the service refused, by its name in requests. */
  readonly parameter?: string | undefined;
}

/** Why a call of a service gave nothing usable. Its message is for the owner's log and says what to do. */
export class ServiceError extends Error {
  readonly kind: TroubleKind;
  readonly fault: ModelFault;
  readonly isRetryable: boolean;
  readonly isFree: boolean;
  readonly health: 'count' | 'ignore' | 'open' | 'open-if-new';
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly parameter: string | undefined;

  constructor(target: ServiceTarget, kind: TroubleKind, facts: TroubleFacts = {}) {
    const trouble = TROUBLES[kind];
    const { seen = 'failed', status, retryAfterMs, parameter } = facts;
    super(`${target.label} at \`${target.baseUrl}\` ${seen}. ${trouble.advice(target)}`);
    this.kind = kind;
    this.fault = trouble.fault ?? 'unavailable';
    this.isRetryable = trouble.isRetryable === true;
    // A service that failed in the middle may have worked until then.
    this.isFree = trouble.isFree === true && (status === undefined || status < 500);
    this.health = trouble.health ?? 'count';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.parameter = parameter;
  }
}
