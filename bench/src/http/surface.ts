/** An endpoint under load. */
export interface Surface {
  readonly path: string;
  readonly body: (question: string) => object;
  /** Its streaming twin. */
  readonly stream: string;
  /** Names of the events that end a stream. */
  readonly terminal: readonly string[];
}

/** Every endpoint that is measured; another one needs a line here. */
export const SURFACES: readonly Surface[] = [
  { path: '/query', body: (query) => ({ query }), stream: '/query/stream', terminal: ['final', 'error'] },
  { path: '/agent/ask', body: (query) => ({ query }), stream: '/agent/ask/stream', terminal: ['final', 'error'] },
];

/** Clients at once. */
export const CLIENTS: readonly number[] = [1, 16, 128];
export const OPEN_STREAMS = 300;
