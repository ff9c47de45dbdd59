/** The shapes of Qdrant's OpenAPI document. */
export interface PublishedShapes {
  /** What about the value does not fit the shape of that name (`[]` behind it for a list), or `undefined` when it fits. */
  misfit(shape: string, value: unknown): string | undefined;
}
