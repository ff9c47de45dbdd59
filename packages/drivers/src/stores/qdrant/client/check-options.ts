import { IbidError } from '@ibid/core';
import { checkCollectionName } from './check-collection-name.ts';
import { checkAddress } from './check-address.ts';
import { decideCopies, type Copies } from './decide-copies.ts';
import {
  QUANTIZATIONS,
  READ_CONSISTENCIES,
  type HnswOptions,
  type OnDisk,
  type QdrantOptions,
  type Quantization,
  type ReadConsistency,
} from './qdrant-options.ts';

export interface CheckedOptions extends Copies {
  /** Scheme and host, without a path. */
  readonly origin: string;
  readonly port: number;
  /** `''`, or begins with a slash and ends without. */
  readonly prefix: string;
  readonly collection: string;
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
  readonly retryMs: number;
  readonly shards: number | undefined;
  readonly quantization: Quantization;
  readonly onDisk: OnDisk;
  readonly hnsw: HnswOptions;
  readonly exact: boolean;
}

const DEFAULT_COLLECTION = 'physical_ai_book';

/** Fills in defaults. Throws `INVALID_CONFIG` that names the first option that is wrong, its value and what is allowed. */
export function checkOptions(options: QdrantOptions): CheckedOptions {
  const { hnsw = {}, onDisk = {} } = options;
  const replicas = whole('replicas', options.replicas, 1, 100);
  return {
    ...checkAddress(options.url),
    collection: checkCollectionName(options.collection ?? DEFAULT_COLLECTION),
    apiKey: checkedKey(options.apiKey),
    timeoutMs: whole('timeoutMs', options.timeoutMs, 100, 600_000) ?? 5_000,
    retryMs: whole('retryMs', options.retryMs, 0, 3_600_000) ?? 20_000,
    shards: whole('shards', options.shards, 1, 1_000),
    ...decideCopies({
      replicas,
      writeConsistency: whole('writeConsistency', options.writeConsistency, 1, replicas ?? 100, ofReplicas(replicas)),
      readConsistency: consistency(options.readConsistency, replicas),
    }),
    quantization: oneOf('quantization', options.quantization, QUANTIZATIONS) ?? 'none',
    onDisk: {
      ...present('vectors', flag('onDisk.vectors', onDisk.vectors)),
      ...present('payload', flag('onDisk.payload', onDisk.payload)),
    },
    hnsw: {
      ...present('m', whole('hnsw.m', hnsw.m, 4, 128)),
      ...present('efConstruct', whole('hnsw.efConstruct', hnsw.efConstruct, 4, 2_000)),
      ...present('ef', whole('hnsw.ef', hnsw.ef, 1, 10_000)),
    },
    exact: flag('exact', options.exact) ?? false,
  };
}

function present<Key extends string, Value>(key: Key, value: Value | undefined): { readonly [K in Key]?: Value } {
  return value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]?: Value });
}

function whole(name: string, value: unknown, least: number, most: number, why = ''): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  const range = `${least} to ${most.toLocaleString('en')}`;
  throw refused(name, value, `give a whole number from ${range}${why}`);
}

function ofReplicas(replicas: number | undefined): string {
  return replicas === undefined ? '' : `, the number of \`replicas\``;
}

function flag(name: string, value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  throw refused(name, value, 'give `true` or `false`');
}

function oneOf<Name extends string>(name: string, value: unknown, names: readonly Name[]): Name | undefined {
  if (value === undefined || names.includes(value as Name)) return value as Name | undefined;
  throw refused(name, value, `give one of ${listed(names)}`);
}

function consistency(value: unknown, replicas: number | undefined): ReadConsistency | undefined {
  if (typeof value !== 'string') return whole('readConsistency', value, 1, replicas ?? 100, ofReplicas(replicas));
  if ((READ_CONSISTENCIES as readonly string[]).includes(value)) return value as ReadConsistency;
  throw refused('readConsistency', value, `give a number of replicas or one of ${listed(READ_CONSISTENCIES)}`);
}

function listed(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}

function refused(name: string, value: unknown, allowed: string): IbidError {
  return new IbidError('INVALID_CONFIG', `\`${name}\` of Qdrant is \`${String(value)}\`; ${allowed}.`);
}

/** Without white space around it, such as the end of a line; `undefined` for none. No message holds a key. */
function checkedKey(key: unknown): string | undefined {
  const trimmed = typeof key === 'string' ? key.trim() : key === undefined ? '' : ' ';
  if (trimmed === '') return undefined;
  if (/^[!-~]+$/u.test(trimmed)) return trimmed;
  throw new IbidError(
    'INVALID_CONFIG',
    'The key of Qdrant in `QDRANT_API_KEY` holds a blank or a character that no key has. Copy it again.',
  );
}
