/**
 * Dot products of one query with many int8 rows, in integers, so that an index gives the same answers on every machine. Runs as WebAssembly with
 * SIMD, which every processor has that Node supports.
 *
 * Memory: the query as int16 (`width` values), the results as int32 (one per row), the rows as int8 (`width` values each). `width`
 * is the number of dimensions rounded up to a multiple of 16; the rest is zero. The query has 12 bits, so that sums stay below 2³¹ up
 * to 8,000 dimensions and its rounding error is far below that of the rows.
 */

export interface DotRows {
  /** Row `i` begins at `i * width`; the caller fills the rows once. */
  readonly rows: Int8Array;
  readonly width: number;
  /** `width` values within ±QUERY_LARGEST. */
  readonly query: Int16Array;
  /** `results[i]` is the product of row `i` after `run`; rows outside the range keep their previous value. */
  readonly results: Int32Array;
  run(from: number, to: number): void;
}

export const QUERY_LARGEST = 2047;
const WASM_PAGE_BYTES = 65_536;

/** WebAssembly of one function `dot`, in base64. Its source is `dot-kernel.wat`; `dot-kernel.test.ts` assembles it. */
export const KERNEL: string =
  'AGFzbQEAAAABCQFgBX9/f39/AAIPAQNlbnYGbWVtb3J5AgAAAwIBAAcHAQNkb3QAAAqTAQGQAQICfwJ7AkAgACABTw0AA0BB' +
  'AP0RIQggAiEFIAAgBGohBgNAIAD9AAAAIgf9hwEgBf0AAAD9ugEgB/2IASAF/QAAEP26Af2uASAI/a4BIQggBUEgaiEFIABB' +
  'EGoiACAGSQ0ACyADIAj9GwAgCP0bAWogCP0bAmogCP0bA2o2AgAgA0EEaiEDIAAgAUkNAAsLCw==';

/** The part of the platform's API that is used here; TypeScript has its types only in the browser library. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Memory: new (size: { readonly initial: number }) => { readonly buffer: ArrayBuffer };
  readonly Instance: new (module: WasmModule, imports: object) => { readonly exports: { readonly dot?: Dot } };
};

declare const wasmModule: unique symbol;
export interface WasmModule {
  readonly [wasmModule]: true;
}

type Dot = (row: number, end: number, query: number, result: number, width: number) => void;

/** Allocates memory for `count` rows. */
export function dotRows(count: number, dimensions: number): DotRows {
  const width = Math.ceil(dimensions / 16) * 16;
  const resultsAt = 2 * width;
  const rowsAt = Math.ceil((resultsAt + 4 * count) / 16) * 16;
  const memory = new WebAssembly.Memory({ initial: Math.ceil((rowsAt + count * width) / WASM_PAGE_BYTES) });
  const { buffer } = memory;
  const dot = new WebAssembly.Instance(dotModule(), { env: { memory } }).exports.dot!;
  return {
    rows: new Int8Array(buffer, rowsAt, count * width),
    width,
    query: new Int16Array(buffer, 0, width),
    results: new Int32Array(buffer, resultsAt, count),
    run: (from, to) => dot(rowsAt + from * width, rowsAt + to * width, 0, resultsAt + 4 * from, width),
  };
}

let compiled: WasmModule | undefined;

/**
 * Uses a module that another thread compiled. The thread that starts index threads compiles it once and keeps it, because V8
 * (13.6, Node 24) can end the process when one thread's compiled code is freed while another thread compiles the same bytes. This
 * happens when stores are opened and closed in quick succession.
 */
export function adoptDotModule(module: WasmModule): void {
  compiled = module;
}

/** The module, compiled once per thread. */
export function dotModule(): WasmModule {
  return (compiled ??= new WebAssembly.Module(Buffer.from(KERNEL, 'base64')));
}
