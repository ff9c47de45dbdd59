import type { CallOptions, Diagnostic } from '@ibid/core';
import type { QdrantCalls } from '../client/qdrant-calls.ts';
export async function* checkIndex(
  _calls: QdrantCalls,
  _base: string,
  _options: CallOptions | undefined,
): AsyncGenerator<Diagnostic> {}
