/** The thread behind `fitInWorker`. */
import { lsaFitter } from '@ibid/core/embed';
import { parentPort, workerData } from 'node:worker_threads';
import type { FitProgress, FitRequest, FitSettings } from './builtin.ts';

const port = parentPort!;
const fitter = lsaFitter({
  ...(workerData as FitSettings),
  onProgress: (done, total) => port.postMessage({ done, total } satisfies FitProgress),
});

port.on('message', ({ id, passages }: FitRequest & { readonly id: number }) => {
  for (const passage of passages ?? []) fitter.add(passage);
  const value = passages === undefined ? fitter.finish() : undefined;
  port.postMessage({ id, value }, value === undefined ? [] : [value.data.buffer as ArrayBuffer]);
});
