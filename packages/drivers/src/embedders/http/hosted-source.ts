/** An embedder behind an HTTP service: what all of them share. Nothing is tried twice here; `openEmbedder` does that. */
import { withRetries } from '@ibid/core/embed';
import { IbidError, type Embedder, type EmbedderSource } from '@ibid/core';
import { setTimeout as wait } from 'node:timers/promises';
import type { HostedOptions, ReadingPrefixes } from './hosted-options.ts';
import { hostOf, unusable, type HostedService, type Purpose } from './hosted-service.ts';
import { abortedError, isFault, postJson } from './post-json.ts';
import { callError, serviceError } from './service-error.ts';
import { checkedName, spaceId } from './space-id.ts';
import { toUnitVector } from './to-unit-vector.ts';

export type HostedSource = EmbedderSource & { readonly kind: 'fixed' };

interface HostedSetup {
  /** First part of the id, such as `cohere`. */
  readonly name: string;
  readonly service: HostedService;
  readonly options: HostedOptions;
  /** Whether the service is the provider's own. */
  readonly isOwn: boolean;
  /** `undefined` when only the service knows. */
  readonly dimensions: number | undefined;
  readonly maxBatch: number;
  readonly prefixes: ReadingPrefixes;
}

const PROBE = 'documentation';
const RETRIES = 4;

/** Asks an unknown model once for the length of its vectors. */
export async function hostedSource(setup: HostedSetup): Promise<HostedSource> {
  const { name, service, options, isOwn, prefixes } = setup;
  const ask = asker(setup);
  const at =
    options.service === undefined ? (isOwn ? '' : hostOf(service.url)) : checkedName(options.service, 'service');
  const idOf = (size: number): string =>
    spaceId({ name, model: service.model, dimensions: size, at, as: '', prefixes });
  const { known } = options;
  const usual =
    setup.dimensions ?? (known !== undefined && idOf(known.dimensions) === known.id ? known.dimensions : undefined);
  const dimensions = usual ?? (await probed(ask, service, options.signal));
  const embedder: Embedder = {
    id: idOf(dimensions),
    dimensions,
    maxBatch: batchSize(options.maxBatch, setup.maxBatch),
    cacheable: true,
    calibration: undefined,
    async embed({ purpose, texts }, { signal } = {}) {
      if (signal?.aborted === true) throw abortedError();
      // Services refuse blank texts, and there is nothing in them to compare.
      const sent = texts.filter((text) => text.trim() !== '');
      const vectors = sent.length === 0 ? [] : await ask(sent, purpose, signal);
      if (sent.length === texts.length) return { vectors };
      let next = 0;
      return {
        vectors: texts.map((text) => (text.trim() === '' ? new Float32Array(dimensions) : vectors[next++]!)),
      };
    },
    close: async () => {},
  };
  return { kind: 'fixed', embedder };
}

type Ask = (
  texts: readonly string[],
  purpose: Purpose,
  signal: AbortSignal | undefined,
) => Promise<readonly Float32Array[]>;

function asker({ service, options, prefixes }: HostedSetup): Ask {
  const timeouts = { query: 5_000, document: 60_000, ...options.timeouts };
  return async (texts, purpose, signal) => {
    // Half a character would be refused, or break the service's own encoding.
    const read = texts.map((text) => `${prefixes[purpose]}${text}`.toWellFormed());
    const { url, headers } = service;
    const body: unknown = await service.body(read, purpose);
    const reply = await postJson({ url, headers, body, timeout: timeouts[purpose], signal });
    if (isFault(reply)) throw callError(service, reply.fault);
    if (reply.status < 200 || reply.status > 299) throw serviceError(service, reply, Date.now());
    return service.read(parsed(reply.text, service), texts.length).map((raw) => toUnitVector(raw, service));
  };
}

function parsed(text: string, service: HostedService): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(service, 'answered with something that is not JSON');
  }
}

async function probed(
  ask: Ask,
  service: HostedService,
  signal: AbortSignal = new AbortController().signal,
): Promise<number> {
  const attempt = async (): Promise<number> => {
    const [vector] = await ask([PROBE], 'document', signal);
    if (vector === undefined) throw unusable(service, 'answered without a vector');
    return vector.length;
  };
  try {
    return await withRetries(attempt, { retries: RETRIES, sleep, random: Math.random, signal });
  } catch (error) {
    throw signal.aborted ? abortedError() : error;
  }
}

async function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  await wait(milliseconds, undefined, { signal }).catch(() => undefined);
}

function batchSize(given: number | undefined, most: number): number {
  if (given === undefined) return most;
  if (Number.isInteger(given) && given >= 1 && given <= 96) return given;
  throw new IbidError('INVALID_CONFIG', `\`maxBatch\` is ${given}; give a whole number from 1 to 96.`);
}
