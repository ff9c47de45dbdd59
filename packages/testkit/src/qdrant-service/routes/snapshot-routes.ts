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
    serve: ({ catalog }, { parameters: [name = ''] }) => catalog.get(name).snapshots.add(),
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
