import type { CreateCollectionBody } from '../engine/bodies.ts';
import { collectionInfo } from '../engine/collection-info.ts';
import type { FieldSchema } from '../engine/field-indexes.ts';
import type { Route } from './route.ts';
import { written } from './written.ts';

export const COLLECTION_ROUTES: readonly Route[] = [
  {
    name: 'get_collection',
    method: 'GET',
    path: '/collections/{collection_name}',
    query: [],
    result: 'CollectionInfo',
    serve: ({ catalog }, { parameters: [name = ''] }) => collectionInfo(catalog.get(name)),
  },
  {
    name: 'create_collection',
    method: 'PUT',
    path: '/collections/{collection_name}',
    query: ['timeout'],
    body: 'CreateCollection',
    result: 'boolean',
    serve({ catalog }, { parameters: [name = ''], body }) {
      catalog.create(name, body as CreateCollectionBody);
      return true;
    },
  },
  {
    name: 'delete_collection',
    method: 'DELETE',
    path: '/collections/{collection_name}',
    query: ['timeout'],
    result: 'boolean',
    serve: ({ catalog }, { parameters: [name = ''] }) => catalog.delete(name),
  },
  {
    name: 'collection_exists',
    method: 'GET',
    path: '/collections/{collection_name}/exists',
    query: [],
    result: 'CollectionExistence',
    serve: ({ catalog }, { parameters: [name = ''] }) => ({ exists: catalog.find(name) !== undefined }),
  },
  {
    name: 'create_field_index',
    method: 'PUT',
    path: '/collections/{collection_name}/index',
    query: ['wait', 'ordering', 'timeout'],
    body: 'CreateFieldIndex',
    result: 'UpdateResult',
    serve(state, { parameters: [name = ''], query, body }) {
      const { indexes } = state.catalog.get(name);
      const { field_name: field, field_schema: schema } = body as {
        readonly field_name: string;
        readonly field_schema?: FieldSchema | null;
      };
      return written(state, { name, query }, () => () => indexes.add(field, schema));
    },
  },
  {
    name: 'delete_field_index',
    method: 'DELETE',
    path: '/collections/{collection_name}/index/{field_name}',
    query: ['wait', 'ordering', 'timeout'],
    result: 'UpdateResult',
    serve(state, { parameters: [name = '', field = ''], query }) {
      const { indexes } = state.catalog.get(name);
      return written(state, { name, query }, () => () => indexes.remove(field));
    },
  },
];
