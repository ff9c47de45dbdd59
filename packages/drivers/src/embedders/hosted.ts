/** Common part of the embedders behind HTTP services. Only the call that asks for the dimensions is retried here; `openEmbedder` retries the others. */
import { IbidError, invalidConfig, withRetries } from '@ibid/core';
import { embeddingAborted } from '@ibid/core/embed';
import type { Embedder, EmbedderSource, ErrorCode, EmbeddingSpace } from '@ibid/core/types';
import { parsedJson } from '../services/json.ts';
import { checkedBaseUrl, checkedKey, connectionError, serviceFetch } from '../services/service-fetch.ts';
import { ServiceError, type ServiceTarget, type TroubleKind } from '../services/service-error.ts';
import { checkedName, spaceId, type ReadingPrefixes } from './space.ts';

/** Options of every embedder behind an HTTP service. */
export interface HostedOptions {
  /** Name that the service uses. */
  readonly model?: string;
  /** Length of the vectors. Needed only if a model offers several lengths, or to save the first request to an unknown model. */
  readonly dimensions?: number;
  /** Address of the service, if not the provider's own. */
  readonly baseUrl?: string;
  /** Key, sent only to the address above. */
  readonly apiKey?: string | undefined;
  /** Name of the variable that has `apiKey`, for messages. */
  readonly keyName?: string;
  /**
   * Name that replaces the address in the id of the space. An address other than the provider's own is part of the id, so that two services with
   * one model name are never mixed; set a name if the same model moves between addresses.
   */
  readonly service?: string;
  /** Maximum texts per request, 1 to 96. */
  readonly maxBatch?: number;
  /** The space of an index. If these options lead to the same space, the service is not asked for the length of its vectors. */
  readonly known?: Pick<EmbeddingSpace, 'id' | 'dimensions'> | undefined;
  readonly timeouts?: HostedTimeouts;
  /** Aborts the opening. */
  readonly signal?: AbortSignal | undefined;
}

/** Maximum milliseconds of one request, for each attempt. */
export interface HostedTimeouts {
  /** A reader is waiting; on a timeout the question is answered by words alone. Default 5,000. */
  readonly query?: number;
  /** Default 60,000. */
  readonly document?: number;
}

export type Purpose = 'document' | 'query';
export type HostedSource = EmbedderSource & { readonly kind: 'fixed' };

/** Describes how to call one model of one service: the part that differs between drivers. */
export interface HostedApi {
  /** First part of the id, such as `cohere`. */
  readonly name: string;
  /** Name for messages, such as `Cohere`. */
  readonly label: string;
  readonly model: string;
  readonly place: ServicePlace;
  /** Path below the base URL. */
  readonly path: string;
  /** Header with the key in the form that the service expects; default `authorization: Bearer …`. */
  readonly headers?: (key: string) => Readonly<Record<string, string>>;
  readonly advice?: Partial<Pick<ServiceTarget['advice'], 'missing' | 'tooLong'>>;
  /** `undefined` if only the service knows the length. */
  readonly dimensions: number | undefined;
  readonly maxBatch: number;
  readonly prefixes?: ReadingPrefixes;
  /** Builds the request. May throw for texts that the service would read only in part. */
  body(texts: readonly string[], purpose: Purpose): unknown;
  /** Reads the vectors as sent by the service, in the order of the texts, and the model if named; `undefined` for an invalid reply. */
  read(reply: unknown, count: number): { readonly vectors: unknown; readonly model?: unknown } | undefined;
}

const PROBE = 'documentation';
const RETRIES = 4;
/** A vector of 4,096 numbers written in full has about 90 kB, so 96 of them stay well below. */
const MAX_BYTES = 64 * 1024 * 1024;
const NO_PREFIXES: ReadingPrefixes = { document: '', query: '' };

/** Opens the embedder; asks an unknown model once for the length of its vectors. */
export async function hostedEmbedder(options: HostedOptions, api: HostedApi): Promise<HostedSource> {
  const { name, model, place, prefixes = NO_PREFIXES } = api;
  const { known, service, maxBatch = api.maxBatch, signal: opening = new AbortController().signal } = options;
  if (!Number.isInteger(maxBatch) || maxBatch < 1 || maxBatch > 96) {
    throw invalidConfig(`\`maxBatch\` is ${maxBatch}; give a whole number from 1 to 96.`);
  }
  const target = targetOf(api);
  const timeouts = { query: 5_000, document: 60_000, ...options.timeouts };
  const at = service === undefined ? (place.isOwn ? '' : new URL(place.baseUrl).host) : checkedName(service, 'service');
  const idOf = (dimensions: number): string => spaceId({ name, model, dimensions, at, as: '', prefixes });

  async function ask(
    texts: readonly string[],
    purpose: Purpose,
    signal: AbortSignal | undefined,
  ): Promise<readonly Float32Array[]> {
    // A lone surrogate would be rejected, or break the service's own encoding.
    const body: unknown = await api.body(
      texts.map((text) => `${prefixes[purpose]}${text}`.toWellFormed()),
      purpose,
    );
    const late = AbortSignal.timeout(timeouts[purpose]);
    try {
      const reply = await serviceFetch(target)(`${target.baseUrl}${api.path}`, {
        method: 'POST',
        body: JSON.stringify(body),
        signal: signal === undefined ? late : AbortSignal.any([signal, late]),
      });
      return vectorsIn(parsedJson(await reply.text()), texts.length, api, target);
    } catch (error) {
      if (signal?.aborted === true) throw embeddingAborted();
      if (IbidError.is(error)) throw error;
      const tookTooLong = new ServiceError(target, 'late', { seen: 'took too long' });
      throw asIbidError(late.aborted ? tookTooLong : connectionError(target, error), api);
    }
  }

  async function probed(): Promise<number> {
    const attempt = (): Promise<readonly Float32Array[]> => ask([PROBE], 'document', opening);
    return (await withRetries(attempt, { retries: RETRIES, random: Math.random, signal: opening }))[0]!.length;
  }

  const isKnown = known !== undefined && idOf(known.dimensions) === known.id;
  const dimensions = api.dimensions ?? (isKnown ? known.dimensions : await probed());
  const embedder: Embedder = {
    id: idOf(dimensions),
    dimensions,
    maxBatch,
    cacheable: true,
    calibration: undefined,
    async embed({ purpose, texts }, { signal } = {}) {
      if (signal?.aborted === true) throw embeddingAborted();
      // Services reject blank texts, and there is nothing to compare in them.
      const sent = texts.filter((text) => text.trim() !== '');
      const vectors = sent.length === 0 ? [] : await ask(sent, purpose, signal);
      if (sent.length === texts.length) return { vectors };
      let next = 0;
      return { vectors: texts.map((text) => (text.trim() === '' ? new Float32Array(dimensions) : vectors[next++]!)) };
    },
    close: async () => {},
  };
  return { kind: 'fixed', embedder };
}

/** Address and key of a service. */
export interface ServicePlace {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** True for the provider's own address. */
  readonly isOwn: boolean;
  readonly key: string | undefined;
  readonly keyName: string;
}

/** Throws `INVALID_CONFIG` for an invalid address or key, and if the provider's own address needs a key. Messages never contain the key. */
export function servicePlace(name: string, own: string, options: HostedOptions, needsKey = true): ServicePlace {
  const { baseUrl = own, keyName = 'apiKey' } = options;
  const checked = checkedBaseUrl(baseUrl, `\`baseUrl\` of the embedder \`${name}\``);
  const isOwn = new URL(checked).origin === new URL(own).origin;
  const key = checkedKey(options.apiKey, `in \`${keyName}\``);
  if (key === '' && isOwn && needsKey) {
    throw invalidConfig(`The embedder \`${name}\` needs a key. Put it into \`${keyName}\`.`);
  }
  return { baseUrl: checked, isOwn, key: key === '' ? undefined : key, keyName };
}

/** Returns the named field of a parsed value. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function targetOf({ label, model, place, headers, advice }: HostedApi): ServiceTarget {
  const { key, baseUrl } = place;
  return {
    label,
    model,
    baseUrl,
    headers: key === undefined ? {} : (headers?.(key) ?? { authorization: `Bearer ${key}` }),
    keyName: place.keyName,
    maxBytes: MAX_BYTES,
    advice: {
      missing: 'Correct `model` of the embedder.',
      tooLong: 'No text is ever cut silently. Name a model that reads more, or split the passage.',
      ...advice,
      silent: 'Check that it runs and that `baseUrl` of the embedder is right.',
      refused: 'Check `model`, `dimensions` and `baseUrl` of the embedder.',
    },
  };
}

function vectorsIn(reply: unknown, count: number, api: HostedApi, target: ServiceTarget): readonly Float32Array[] {
  const read = api.read(reply, count);
  if (!Array.isArray(read?.vectors) || read.vectors.length !== count) {
    throw new ServiceError(target, 'no-answer', { seen: `answered without a vector for each of ${count} texts` });
  }
  if (!isSameModel(api.model, read.model)) {
    // The name comes from outside and is shown in messages, so it must be safe.
    const named = /^[\w.:/+@-]{1,100}$/u.test(String(read.model)) ? `\`${String(read.model)}\`` : 'another model';
    throw new IbidError(
      'UPSTREAM_FAILED',
      `${api.label} answered with ${named} instead of \`${api.model}\`. If that is the wanted one, give its name in \`model\` of the embedder.`,
      { details: { service: api.label } },
    );
  }
  return (read.vectors as readonly unknown[]).map((raw) => {
    const vector = unitVector(raw);
    if (vector === undefined) throw new ServiceError(target, 'no-answer', { seen: 'answered with a broken vector' });
    return vector;
  });
}

/** True if the names match. Services may omit the name, or add maker or version: `openai/ada-002` and `ada-002-v2` both mean `ada-002`. */
function isSameModel(asked: string, answered: unknown): boolean {
  if (typeof answered !== 'string' || answered.trim() === '') return true;
  const [a, b] = [asked, answered].map((name) =>
    name
      .trim()
      .toLowerCase()
      .replace(/:latest$/u, ''),
  );
  return a!.includes(b!) || b!.includes(a!);
}

/**
 * Converts a vector from a service (a list of numbers, or base64 of little-endian 32-bit floats) to unit length. Invalid numbers become NaN and
 * a zero vector stays zero, for `checkVectors` to detect.
 */
function unitVector(raw: unknown): Float32Array | undefined {
  const values = typeof raw === 'string' ? decoded(raw) : Array.isArray(raw) ? (raw as readonly unknown[]) : [];
  if (values.length === 0) return undefined;
  const vector = Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN));
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => (length > 0 && Number.isFinite(length) ? value / length : value));
}

function decoded(text: string): readonly number[] {
  const bytes = Buffer.from(text, 'base64');
  // Node skips invalid base64, so check the length to see whether all of it was decoded.
  const isWhole = bytes.length === Math.floor((text.replace(/=+$/u, '').length * 3) / 4) && bytes.length % 4 === 0;
  return isWhole ? Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readFloatLE(4 * at)) : [];
}

/** Error codes by kind; all other kinds have `UPSTREAM_FAILED`. */
const CODES: Readonly<Partial<Record<TroubleKind, ErrorCode>>> = {
  'wrong-key': 'INVALID_CONFIG',
  forbidden: 'INVALID_CONFIG',
  missing: 'INVALID_CONFIG',
  elsewhere: 'INVALID_CONFIG',
  'too-many': 'INVALID_CONFIG',
  spent: 'RATE_LIMITED',
  busy: 'RATE_LIMITED',
  late: 'TIMED_OUT',
};
/** Failures that may be gone at the next attempt. */
const MAY_PASS: readonly TroubleKind[] = ['late', 'no-answer', 'too-large'];

function asIbidError({ kind, message, isRetryable, status, retryAfterMs }: ServiceError, api: HostedApi): IbidError {
  return new IbidError(CODES[kind] ?? 'UPSTREAM_FAILED', message, {
    retryable: isRetryable || MAY_PASS.includes(kind),
    details: {
      service: api.label,
      ...(status === undefined ? {} : { status }),
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      ...(kind === 'too-long' ? { tooLong: true } : {}),
    },
  });
}
