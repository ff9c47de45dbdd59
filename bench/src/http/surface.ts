/** An endpoint under load. */
export interface Surface {
  readonly path: string;
  /** Body of the request for a question; `undefined` for a `GET` with `?q=`. */
  readonly body: ((question: string) => object) | undefined;
  /** Its streaming counterpart, and the names of the events that end a stream. */
  readonly stream?: { readonly path: string; readonly terminal: readonly string[] };
}

/** The search box, which asks while a reader types. */
export const SEARCH = '/api/search';

/** Every measured endpoint; a new one needs a line here. */
export const SURFACES: readonly Surface[] = [
  { path: '/query', body: (query) => ({ query }), stream: { path: '/query/stream', terminal: ['final', 'error'] } },
  {
    path: '/agent/ask',
    body: (query) => ({ query }),
    stream: { path: '/agent/ask/stream', terminal: ['final', 'error'] },
  },
  { path: SEARCH, body: undefined },
];

/** Numbers of parallel clients. */
export const CLIENTS: readonly number[] = [1, 16, 128];
export const OPEN_STREAMS = 300;
