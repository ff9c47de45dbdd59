import type { RoutedRequest, ServedState } from './served-state.ts';

/** One operation of Qdrant's interface. */
export interface Route {
  /** Its name in Qdrant's OpenAPI document, such as `upsert_points`. */
  readonly name: string;
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Segments in braces are open. */
  readonly path: string;
  /** Parameters that may stand behind the path. */
  readonly query: readonly ('wait' | 'ordering' | 'timeout' | 'consistency')[];
  /** Name of the published shape of the body; absent for requests without one. */
  readonly body?: string;
  /** Published shape of `result`. */
  readonly result: string;
  /** Answers as JSON with status 200 and the value as `result`; `status` for others. */
  readonly serve: (state: ServedState, request: RoutedRequest) => unknown;
}
