import type { AliasAction } from '../engine/catalog.ts';
import type { Route } from './route.ts';

/** What is not about a single collection, and the aliases. */
export const SERVICE_ROUTES: readonly Route[] = [
  {
    name: 'get_collections',
    method: 'GET',
    path: '/collections',
    query: [],
    result: 'CollectionsResponse',
    serve: ({ catalog }) => ({ collections: [...catalog.collections.keys()].map((name) => ({ name })) }),
  },
  {
    name: 'update_aliases',
    method: 'POST',
    path: '/collections/aliases',
    query: ['timeout'],
    body: 'ChangeAliasesOperation',
    result: 'boolean',
    serve({ catalog }, { body }) {
      catalog.changeAliases((body as { readonly actions: readonly AliasAction[] }).actions);
      return true;
    },
  },
  {
    name: 'get_collections_aliases',
    method: 'GET',
    path: '/aliases',
    query: [],
    result: 'CollectionsAliasesResponse',
    serve: ({ catalog }) => ({
      aliases: [...catalog.aliases].map(([alias, target]) => ({ alias_name: alias, collection_name: target })),
    }),
  },
  {
    name: 'get_collection_aliases',
    method: 'GET',
    path: '/collections/{collection_name}/aliases',
    query: [],
    result: 'CollectionsAliasesResponse',
    serve({ catalog }, { parameters: [name = ''] }) {
      const { name: own } = catalog.get(name);
      const mine = [...catalog.aliases].filter(([, target]) => target === own);
      return { aliases: mine.map(([alias, target]) => ({ alias_name: alias, collection_name: target })) };
    },
  },
];
