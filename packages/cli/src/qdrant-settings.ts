import type { QdrantOptions } from '@ibid/drivers/stores/qdrant/options';

/** `index` of a configuration file where it is a collection of a Qdrant. The key stands in `QDRANT_API_KEY` only. */
export type QdrantSettings = Omit<QdrantOptions, 'apiKey'>;

/** The same as an address, such as `qdrant:http://host:6333/collection?shards=6`. */
export function qdrantAddress(settings: QdrantSettings): string {
  const { url, collection, ...rest } = settings;
  const options = new URLSearchParams(
    Object.entries(rest).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const query = options.size === 0 ? '' : `?${options.toString().replaceAll('%2C', ',')}`;
  return `qdrant:${url.replace(/\/+$/u, '')}/${encodeURIComponent(collection ?? '')}${query}`;
}
