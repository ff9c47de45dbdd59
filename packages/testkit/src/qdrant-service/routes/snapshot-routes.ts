import { refusal } from '../engine/refusal.ts';
import { checksumOf } from '../engine/snapshot-shelf.ts';
import { snapshotText } from '../engine/snapshot-text.ts';
import type { Route } from './route.ts';

const SNAPSHOTS = '/collections/{collection_name}/snapshots';

export const SNAPSHOT_ROUTES: readonly Route[] = [
  {
    name: 'list_snapshots',
    method: 'GET',
    path: SNAPSHOTS,
    query: [],
    result: 'SnapshotDescription[]',
    serve: ({ catalog }, { parameters: [name = ''] }) => catalog.get(name).snapshots.list(),
  },
  {
    name: 'create_snapshot',
    method: 'POST',
    path: SNAPSHOTS,
    query: ['wait'],
    result: 'SnapshotDescription',
    serve({ catalog }, { parameters: [name = ''] }) {
      const target = catalog.get(name);
      target.flush();
      return target.snapshots.add(snapshotText(target));
    },
  },
  {
    name: 'recover_from_uploaded_snapshot',
    method: 'POST',
    path: `${SNAPSHOTS}/upload`,
    query: ['wait', 'priority', 'checksum'],
    upload: 'snapshot',
    result: 'boolean',
    serve({ catalog }, { parameters: [name = ''], query, body }) {
      const text = body as string;
      const promised = query.get('checksum');
      if (promised !== null && promised !== checksumOf(text)) throw refusal(400, 'Snapshot checksum mismatch');
      catalog.restore(name, text);
      return true;
    },
  },
  {
    name: 'get_snapshot',
    method: 'GET',
    path: `${SNAPSHOTS}/{snapshot_name}`,
    query: [],
    result: undefined,
    serve: ({ catalog }, { parameters: [name = '', snapshot = ''] }) => catalog.get(name).snapshots.read(snapshot),
  },
  {
    name: 'delete_snapshot',
    method: 'DELETE',
    path: `${SNAPSHOTS}/{snapshot_name}`,
    query: ['wait'],
    result: 'boolean',
    serve({ catalog }, { parameters: [name = '', snapshot = ''] }) {
      catalog.get(name).snapshots.delete(snapshot);
      return true;
    },
  },
];
