import type { AskDevice, DevicePrompt } from './choose-passages.ts';

/** To the page: a prompt for its browser's model, or the end of one. The page replies with `PromptReply`. */
export type PagePrompt = { readonly prompt: number } & (DevicePrompt | { readonly abort: true });

/** `text` is what the model writes, `undefined` if it failed. */
export interface PromptReply {
  readonly prompt: number;
  readonly text: string | undefined;
}

const scope = globalThis as unknown as {
  readonly postMessage: (message: PagePrompt) => void;
  addEventListener(type: 'message', listener: (event: { readonly data: object | PromptReply }) => void): void;
};

const waiting = new Map<number, (text: string | undefined) => void>();
let last = 0;

/** Asks the model through the page, because workers cannot reach it. */
export const askPage: AskDevice = (request, signal) => {
  if (last === 0)
    scope.addEventListener('message', ({ data }) => {
      if ('prompt' in data) waiting.get(data.prompt)?.(data.text);
    });
  const prompt = (last += 1);
  const { postMessage: send } = scope;
  const reply = new Promise<string>((resolve, reject) => {
    signal.addEventListener('abort', () => {
      send({ prompt, abort: true });
      reject(signal.reason as Error);
    });
    waiting.set(prompt, (text) => (text === undefined ? reject(new Error('The model failed.')) : resolve(text)));
    send({ prompt, ...request });
  });
  return reply.finally(() => waiting.delete(prompt));
};
