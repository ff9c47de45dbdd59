/** Stable: callers match on these codes. */
export const ERROR_CODES = [
  'INVALID_CONFIG',
  'INVALID_REQUEST',
  'CONTEXT_REFUSED',
  'ABORTED',
  'CLOSED',
  'NOT_INDEXED',
  'SOURCE_UNAVAILABLE',
  'INDEX_MISMATCH',
  'INDEX_DAMAGED',
  'STORE_BUSY',
  'BUILD_INCOMPLETE',
  'BUILD_HELD',
  'UNSUPPORTED',
  'RATE_LIMITED',
  'TIMED_OUT',
  'UPSTREAM_FAILED',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

const BRAND = Symbol.for('ibid.error');

/** The only error class of the library. `IbidError.is` recognises it, also across workers and duplicate copies of the module. */
export class IbidError extends Error {
  readonly code: ErrorCode;
  /** True if the same call may succeed later without changes. */
  readonly retryable: boolean;
  /** Primitive values only: never prompts, documents, headers or keys. */
  readonly details: Readonly<Record<string, string | number | boolean>>;

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      readonly retryable?: boolean;
      readonly details?: Readonly<Record<string, string | number | boolean>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'IbidError';
    this.code = code;
    this.retryable = options.retryable ?? false;
    this.details = options.details ?? {};
    Object.defineProperty(this, BRAND, { value: true });
  }

  static is(value: unknown, code?: ErrorCode): value is IbidError {
    if (typeof value !== 'object' || value === null) return false;
    if ((value as Record<PropertyKey, unknown>)[BRAND] !== true) return false;
    return code === undefined || (value as { code?: unknown }).code === code;
  }
}

/** The owner must change what was configured or given; the message says how. */
export function invalidConfig(message: string, cause?: unknown): IbidError {
  return new IbidError('INVALID_CONFIG', message, { cause });
}
