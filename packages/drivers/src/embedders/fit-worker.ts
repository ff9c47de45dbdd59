/** The thread behind `fitInWorker`. */
import { lsaFitter } from '@ibid/core/embed';
import { parentPort, workerData } from 'node:worker_threads';
import type { FitReply, FitRequest, FitSettings } from './builtin.ts';

const port = parentPort!;
const fitter = lsaFitter({
  ...(workerData as FitSettings),
  onProgress: (done, total) => reply({ type: 'progress', done, total }),
});

port.on('message', (request: FitRequest) => {
  if (request.type === 'passages') {
    for (const passage of request.passages) fitter.add(passage);
    return reply({ type: 'counted' });
  }
  const space = fitter.finish();
  reply({ type: 'fitted', space }, [space.data.buffer as ArrayBuffer]);
  port.close();
});

function reply(message: FitReply, transfer: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfer);
}
