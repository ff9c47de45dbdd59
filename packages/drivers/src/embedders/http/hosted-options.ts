import type { FittedSpace } from '@ibid/core';

/** What every embedder behind an HTTP service can be given. */
export interface HostedOptions {
  /** As the service knows it. */
  readonly model?: string;
  /** Numbers in a vector. Needed only where a model offers several, or to spare the first request to an unknown model. */
  readonly dimensions?: number;
  /** Address of the service where it is not the provider's own. */
  readonly baseUrl?: string;
  /** Sent to the address above and nowhere else. */
  readonly apiKey?: string | undefined;
  /** Where `apiKey` comes from, for messages: the name of a variable. */
  readonly keyName?: string;
  /**
   * Stands for the address in the id of the space. An address other than the provider's own is part of the id, so that two services
   * with one model name are never mixed; name it yourself when the same model moves between addresses.
   */
  readonly service?: string;
  /** Most texts of one request, 1 to 96. */
  readonly maxBatch?: number;
  /** The space of an index. Where these options lead to just that space, the service need not be asked for the length of its vectors. */
  readonly known?: Pick<FittedSpace, 'id' | 'dimensions'> | undefined;
  readonly timeouts?: HostedTimeouts;
  /** Stops the opening. */
  readonly signal?: AbortSignal | undefined;
}

/** Milliseconds that one request may take, for each attempt. */
export interface HostedTimeouts {
  /** A reader waits, and is answered by words alone when it takes longer. Default 5,000. */
  readonly query?: number;
  /** Default 60,000. */
  readonly document?: number;
}

/** What models want to read before a text; `''` for nothing. Part of the id of the space. */
export interface ReadingPrefixes {
  readonly document: string;
  readonly query: string;
}
