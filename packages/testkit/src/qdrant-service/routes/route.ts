import type { RoutedRequest, ServedState } from './served-state.ts';

/** One operation of Qdrant's interface. */
export interface Route {
  /** Its name in Qdrant's OpenAPI document, such as `upsert_points`. */
  readonly name: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Segments in braces are open. */
  readonly path: string;
  /** Parameters that may stand behind the path. */
  readonly query: readonly ('wait' | 'ordering' | 'timeout' | 'consistency' | 'priority' | 'checksum')[];
  /** Name of the published shape of the body; absent for requests without one. */
  readonly body?: string;
  /** For requests whose body is a form: the name of its file, which takes the place of the body. */
  readonly upload?: string;
  /** Published shape of `result`; `undefined` for those that answer with a file. */
  readonly result: string | undefined;
  /** Answers as JSON with status 200 and the value as `result`, or with the value, a string, as a file; `status` for others. */
  readonly serve: (state: ServedState, request: RoutedRequest) => unknown;
}
