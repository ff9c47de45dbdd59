export { mountSearch } from './mount-in-language.ts';
export { mountSearchWith } from './mount-search.ts';
export type { SearchHandle, SearchModule, SearchMountOptions } from './mount-search.ts';
