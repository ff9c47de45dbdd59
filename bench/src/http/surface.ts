/** An endpoint under load. */
export interface Surface {
  readonly path: string;
  readonly body: (question: string) => object;
  /** Path of its streaming counterpart. */
  readonly stream: string;
  /** Names of the events that end a stream. */
  readonly terminal: readonly string[];
}

/** Every measured endpoint; a new one needs a line here. */
export const SURFACES: readonly Surface[] = [
  { path: '/query', body: (query) => ({ query }), stream: '/query/stream', terminal: ['final', 'error'] },
  { path: '/agent/ask', body: (query) => ({ query }), stream: '/agent/ask/stream', terminal: ['final', 'error'] },
];

/** Numbers of parallel clients. */
export const CLIENTS: readonly number[] = [1, 16, 128];
export const OPEN_STREAMS = 300;
