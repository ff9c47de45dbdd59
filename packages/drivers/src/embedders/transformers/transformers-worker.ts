/** The thread of `model-thread.ts`: loads the model at the first request and embeds one request after the other. */
import { IbidError } from '@ibid/core';
import { parentPort, workerData } from 'node:worker_threads';
import { loadModel, type LoadedModel } from './load-model.ts';
import type { ModelFailure, ModelReply, ModelRequest, ModelSetup } from './protocol.ts';

const port = parentPort!;
const setup = workerData as ModelSetup;
const waiting = new Map<number, readonly string[]>();
let loading: Promise<LoadedModel> | undefined;
let running: Promise<void> | undefined;

port.on('message', (request: ModelRequest) => {
  if (request.type === 'embed') waiting.set(request.id, request.texts);
  else if (request.type === 'drop') waiting.delete(request.id);
  else void close();
  running ??= run().finally(() => {
    running = undefined;
  });
});

async function run(): Promise<void> {
  for (let [next] = waiting; next !== undefined; [next] = waiting) {
    const [id, texts] = next;
    waiting.delete(id);
    say(await answered(id, texts));
  }
}

async function answered(id: number, texts: readonly string[]): Promise<ModelReply> {
  try {
    loading ??= loadModel(setup);
    return { id, vectors: await (await loading).embed(texts) };
  } catch (error) {
    return { id, fault: failure(error) };
  }
}

/** Messages of the library may name files and addresses, but hold no texts; still only ours go out. */
function failure(error: unknown): ModelFailure {
  if (IbidError.is(error)) {
    const code = error.code === 'INVALID_CONFIG' ? 'INVALID_CONFIG' : 'UPSTREAM_FAILED';
    return { code, message: error.message, details: error.details };
  }
  return {
    code: 'UPSTREAM_FAILED',
    message: `The model \`${setup.model}\` failed. Check that its files belong together and that the machine has memory for it.`,
    details: {},
  };
}

function say(reply: ModelReply): void {
  port.postMessage(reply, 'vectors' in reply ? reply.vectors.map(({ buffer }) => buffer as ArrayBuffer) : []);
}

async function close(): Promise<void> {
  waiting.clear();
  // A model must not go while it computes.
  await running;
  await (await loading?.catch(() => undefined))?.close();
  port.close();
}
