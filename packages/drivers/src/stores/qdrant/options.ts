import { invalidConfig } from '@ibid/core';
import { z } from 'zod';
import { parsedJson } from '../../services/json.ts';

/** Server to use, and layout of new collections on it. */
export interface QdrantOptions {
  /** `http` or `https` URL. The port is 6333 unless given; a path is used as a prefix of all requests. */
  readonly url: string;
  /** Name of the collection, 1 to 200 bytes. Default `physical_ai_book`. */
  readonly collection?: string;
  readonly apiKey?: string | undefined;
  /** Time limit of one request in milliseconds, 100 to 600,000. Default 30,000. */
  readonly timeoutMs?: number;
  /** Time in milliseconds during which a call is retried after a temporary failure, 0 to 3,600,000. Default 20,000; at most 2,000 counts for questions. */
  readonly retryMs?: number;
  /** Shards of a new collection, 1 to 1,000. Default: Qdrant's own. */
  readonly shards?: number;
  /** Copies of each shard, 1 to 100; more than half of them must accept a write. Default: Qdrant's own. */
  readonly replicas?: number;
  /** With `scalar`, searches compare compressed vectors and rescore the best with the original ones. Default `none`. */
  readonly quantization?: 'scalar' | 'none';
  /** True to read vectors from disk instead of holding them in memory. Default `false`. */
  readonly onDisk?: boolean;
}

const EXAMPLE = '`qdrant:http://127.0.0.1:6333/physical_ai_book`';
/** Invalid characters: Qdrant uses names as folder names. Collections of a generation add a few characters, hence the limit of 200 bytes. */
// oxlint-disable-next-line no-control-regex
const UNFIT = /[<>:"/\\|?*\u0000-\u001F\u007F]|^\s|\s$|^\.\.?$/u;

const whole = (least: number, most: number): z.ZodOptional<z.ZodInt> =>
  z.int(`give a whole number from ${least} to ${most}`).min(least).max(most).optional();

const PLACEMENT = {
  timeoutMs: whole(100, 600_000),
  retryMs: whole(0, 3_600_000),
  shards: whole(1, 1_000),
  replicas: whole(1, 100),
  quantization: z.enum(['scalar', 'none']).optional(),
  onDisk: z.boolean().optional(),
};

/** Schema of the settings that a settings file may have for a collection. */
export const qdrantSettingsSchema: z.ZodType = z.strictObject({
  url: z.url(),
  collection: z.string().min(1).optional(),
  ...PLACEMENT,
});

export interface CheckedOptions extends Omit<QdrantOptions, 'url'> {
  /** Base URL without a trailing slash; request paths are appended to it. */
  readonly root: string;
  readonly collection: string;
  readonly timeoutMs: number;
  readonly retryMs: number;
}

/** Fills in defaults. Throws `INVALID_CONFIG` naming the first invalid option; messages never contain the key. */
export function checkOptions(options: QdrantOptions): CheckedOptions {
  const { url, collection = 'physical_ai_book', apiKey, ...rest } = options;
  const isFit = collection.isWellFormed() && collection !== '' && !UNFIT.test(collection);
  if (!isFit || Buffer.byteLength(collection) > 200) {
    throw invalidConfig(
      `\`collection\` of Qdrant is ${JSON.stringify(collection.slice(0, 200))}; give a name of 1 to 200 bytes without any of < > : " / \\ | ? * and blanks around it.`,
    );
  }
  const [issue] = z.strictObject(PLACEMENT).safeParse(rest).error?.issues ?? [];
  if (issue !== undefined) throw invalidConfig(`\`${issue.path.join('.')}\` of Qdrant is wrong: ${issue.message}.`);
  const key = apiKey?.trim() || undefined;
  if (key !== undefined && !/^[!-~]+$/u.test(key)) {
    throw invalidConfig(
      'The key of Qdrant in `QDRANT_API_KEY` contains a space or another invalid character. Copy it again.',
    );
  }
  return { timeoutMs: 30_000, retryMs: 20_000, ...rest, root: rootOf(url), collection, apiKey: key };
}

/**
 * Parses an address such as `qdrant:http://host:6333/collection?shards=6&replicas=2`, or the short forms `qdrant://` and `qdrant+https://`.
 * The last part of the path is the collection. Throws `INVALID_CONFIG`, without repeating anything that may be a key.
 */
export function readQdrantUrl(text: string): Omit<QdrantOptions, 'apiKey'> {
  const address = text
    .trim()
    .replace(/^qdrant[:+](?=https?:\/\/)/iu, '')
    .replace(/^qdrant:\/\//iu, 'http://');
  const url = URL.parse(address);
  if (url === null || !/^https?:$/u.test(url.protocol) || url.hash !== '') {
    throw invalidConfig(`The address of Qdrant must look like ${EXAMPLE}, without a hash.`);
  }
  const names = [...url.searchParams.keys()];
  if (url.username + url.password !== '' || names.some((name) => /key|token|secret|pass|auth/iu.test(name))) {
    throw invalidConfig(
      'The address of Qdrant holds a password or a key, and addresses are shown and kept in many places. Take it out, and put the key into `QDRANT_API_KEY`.',
    );
  }
  const unknown = names.find((name) => !(name in PLACEMENT));
  if (unknown !== undefined) {
    const known = Object.keys(PLACEMENT).map((name) => `\`${name}\``);
    throw invalidConfig(
      `\`${unknown.slice(0, 60)}\` is no option of an address of Qdrant. There are ${known.join(', ')}.`,
    );
  }
  const written = [...url.searchParams].map(([name, value]) => [name, parsedJson(value) ?? value] as const);
  const parts = url.pathname.split('/').filter((part) => part !== '');
  const collection = url.pathname.endsWith('/') ? undefined : decoded(parts.pop());
  const [origin = ''] = /^https?:\/\/[^/?]*/iu.exec(address) ?? [];
  const options = {
    url: [origin, ...parts].join('/'),
    ...(collection === undefined ? {} : { collection }),
    ...Object.fromEntries(written),
  };
  checkOptions(options);
  return options;
}

function decoded(part: string | undefined): string | undefined {
  try {
    return part === undefined ? undefined : decodeURIComponent(part);
  } catch {
    throw invalidConfig('The collection in the address of Qdrant has a `%` that stands for nothing.');
  }
}

function rootOf(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/u.test(url.protocol) || url.username + url.password + url.search + url.hash !== '') {
    throw invalidConfig(
      '`url` of Qdrant must look like `http://127.0.0.1:6333`, without a password; a key stands in `QDRANT_API_KEY`.',
    );
  }
  // Qdrant's own clients use port 6333 for both schemes. `URL` drops the scheme's default port, so look for it in the text.
  const named = /^\s*https?:\/\/[^/?#]*:0*(80|443)(?=[/?#]|\s*$)/iu.exec(text)?.[1];
  return `${url.protocol}//${url.hostname}:${url.port || (named ?? '6333')}${url.pathname.replace(/\/+$/u, '')}`;
}
