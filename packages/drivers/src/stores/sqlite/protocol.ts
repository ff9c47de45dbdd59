/**
 * What passes between the store and its worker. Every request is answered once, in any order; `abort` is not answered, the
 * request it names still is.
 */
import type {
  BuildState,
  Chunk,
  EmbeddingSpace,
  IndexedPage,
  IndexInfo,
  IndexTerms,
  LegQuery,
  LegResult,
  PageInfo,
  PageVectors,
} from '@ibid/core/types';
import type { Fault } from '../../files/worker-fault.ts';
import type { BuildPage, BuildRequest } from './build-verbs.ts';
import type { CheckStep } from './check-verbs.ts';
import type { WasmModule } from './dot-kernel.ts';
import type { FilterKeys, Scoring } from './generation.ts';
import type { PageContent, StoredBatch } from './read-verbs.ts';

export interface WorkerSetup {
  readonly file: string;
  readonly readOnly: boolean;
  readonly scoring: Scoring;
  /** The compiled kernel, shared by all index threads of the process; `undefined` where there is no WebAssembly SIMD. */
  readonly kernel: WasmModule | undefined;
}

/** Arguments and result of every verb. */
export interface Verbs {
  info(): IndexInfo | undefined;
  search(query: LegQuery): LegResult;
  getChunks(ids: readonly string[]): (Chunk | undefined)[];
  getPage(path: string): PageContent | undefined;
  listPages(): PageInfo[];
  readPages(after: string | undefined, generation: number | undefined): StoredBatch;
  terms(known: number | undefined): IndexTerms | undefined;
  checkStep(after: number): CheckStep;
  beginBuild(request: BuildRequest): BuildState;
  putPage(page: IndexedPage, keys: FilterKeys): void;
  deletePages(urls: readonly string[]): void;
  listBuild(after: string, withoutVectorsIn: string | undefined): BuildPage[];
  putVectors(vectors: PageVectors): void;
  publish(build: { readonly space: EmbeddingSpace; readonly publishedAt: string }): IndexInfo;
  abandonBuild(): void;
  getCached(space: string, hashes: readonly string[]): (Float32Array | undefined)[];
  putCached(space: string, entries: readonly { readonly hash: string; readonly vector: Float32Array }[]): void;
  close(): void;
}

export type Verb = keyof Verbs;

export type Request =
  | { readonly id: number; readonly verb: Verb; readonly args: readonly unknown[] }
  | { readonly abort: number };

/** `id` 0 answers the opening of the file. */
export type Response =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly fault: Fault };
