import type { Catalog } from '../engine/catalog.ts';

/** What handlers of requests share. */
export interface ServedState {
  readonly catalog: Catalog;
  readonly version: string;
  /** Refuses filters on fields without an index in all collections. */
  readonly strict: boolean;
  /** Lets collections that do not say otherwise show points with vectors late. */
  readonly defers: boolean;
  /** Points on which copies do not agree, by order key: the fields in which they differ, or nothing where it is in all. */
  readonly differing: Map<string, readonly string[] | undefined>;
  /** Milliseconds after which writes are applied that nobody waits for. */
  readonly applyAfterMs: number;
  /** A new order of equal scores. */
  newTies(): (key: string) => number;
}

/** A request on its way to a handler. */
export interface RoutedRequest {
  /** Parts of the path that the route leaves open, decoded. */
  readonly parameters: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}
