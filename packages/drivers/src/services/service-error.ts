import type { ModelFault } from '@ibid/core/types';

/** A service, as used in calls and messages. */
export interface ServiceTarget {
  /** Name for messages, such as `Cohere` or `groq/llama-3.3-70b-versatile`. */
  readonly label: string;
  readonly model: string;
  /** URL without a trailing slash. Only addresses below it are requested. */
  readonly baseUrl: string;
  /** Headers with the key, in the form that the service expects. */
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the setting for the key. */
  readonly keyName: string;
  /** Maximum bytes of one reply; longer replies are cut off. */
  readonly maxBytes: number;
  readonly advice: {
    /** Advice if the service does not have the model. */
    readonly missing: string;
    /** Advice if a text is too long. */
    readonly tooLong: string;
    /** Advice if nothing listens at the address. */
    readonly silent: string;
    /** Advice if the service rejects a request. */
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
  /** For models: the fault reported to readers. Default `unavailable`. */
  readonly fault?: ModelFault;
  /** True if the same call may succeed shortly after. */
  readonly isRetryable?: true;
  /** True if the service certainly did nothing that costs money. */
  readonly isFree?: true;
  /**
   * Effect on the circuit breaker. Default: one failure. `ignore`: none. `open`: opens at once, because only the owner can fix it. `open-if-new`:
   * the same, unless the service has answered before, since then only this request is the problem.
   */
  readonly health?: 'ignore' | 'open' | 'open-if-new';
  readonly advice: (target: ServiceTarget) => string;
}

/** All ways in which a call can fail, and the consequences of each. */
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
  /** The observation, such as `answered 503`; never text of a service or a reader. */
  readonly seen?: string | undefined;
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
  /** Name of the request parameter that the service refused. */
  readonly parameter?: string | undefined;
}

/** Error of a service call without a usable result. Its message is for the owner's log and includes the fix. */
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
    // A service that failed midway may have done billable work before.
    this.isFree = trouble.isFree === true && (status === undefined || status < 500);
    this.health = trouble.health ?? 'count';
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.parameter = parameter;
  }
}
