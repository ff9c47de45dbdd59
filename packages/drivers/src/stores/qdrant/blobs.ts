import { IbidError } from '@ibid/core';
import type { CallOptions } from '@ibid/core/types';
import type { QdrantClient } from './client.ts';
import { pointId } from './layout.ts';

/** Bytes in one point; Qdrant takes requests of 32 MB. */
const PART = 8 * 1024 * 1024;

/** Keeps bytes of any length under a name, with a note in the first of their points. */
export async function putBlob(
  client: QdrantClient,
  collection: string,
  blob: { readonly kind: string; readonly name: string; readonly bytes: Uint8Array; readonly note: object },
  call?: CallOptions,
): Promise<void> {
  const { kind, name, bytes, note } = blob;
  const parts = Math.max(1, Math.ceil(bytes.length / PART));
  for (let part = 0; part < parts; part++) {
    const data = Buffer.from(bytes.subarray(part * PART, (part + 1) * PART)).toString('base64');
    const payload = { kind, part, parts, note: JSON.stringify(note), data };
    await client.upsert(collection, [{ id: pointId(kind, `${part} ${name}`), vector: {}, payload }], undefined, call);
  }
}

/** `undefined` where there is none. Rejects with `INDEX_DAMAGED` when a part is missing. */
export async function getBlob(
  client: QdrantClient,
  collection: string,
  kind: string,
  name: string,
  call?: CallOptions,
): Promise<Uint8Array | undefined> {
  const data: Buffer[] = [];
  for (let part = 0, parts = 1; part < parts; part++) {
    const [found] = await client.retrieve(collection, [pointId(kind, `${part} ${name}`)], ['parts', 'data'], call);
    if (found === undefined && part === 0) return undefined;
    if (found === undefined) {
      throw new IbidError(
        'INDEX_DAMAGED',
        `A part of a ${kind} is missing in \`${collection}\`; index again with \`--fresh\``,
      );
    }
    parts = Number(found.payload['parts']);
    data.push(Buffer.from(String(found.payload['data']), 'base64'));
  }
  return new Uint8Array(Buffer.concat(data));
}
