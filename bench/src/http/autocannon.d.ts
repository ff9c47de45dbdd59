/** The part of autocannon that the bench uses; the package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    readonly method: 'GET' | 'POST';
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly onResponse: (status: number, body: string) => void;
  }

  export interface Client extends EventEmitter {
    setRequests(requests: readonly Request[]): void;
  }

  interface Result {
    /** Seconds. */
    readonly duration: number;
  }

  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    readonly duration: number;
    readonly timeout: number;
    readonly setupClient: (client: Client) => void;
  }): Promise<Result>;
}
