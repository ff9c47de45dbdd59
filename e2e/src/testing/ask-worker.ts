import type { Page } from 'playwright-core';

export interface WorkerCall {
  /** Path below the API. */
  readonly path: string;
  readonly body?: object;
}

const AT_ONCE = 50;

/** Texts of the replies of the site's web worker, in order. `page` is any page of the origin, `index` the path of the index's folder. */
export async function askWorker(page: Page, index: string, calls: readonly WorkerCall[]): Promise<readonly string[]> {
  await page.evaluate(
    (script) => Object.assign(globalThis, { ibid: new Worker(script, { type: 'module' }) }),
    `${index}ibid-worker.js`,
  );
  const replies: string[] = [];
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    const answered = await page.evaluate(
      async (some) => {
        const { ibid } = globalThis as unknown as { readonly ibid: Worker };
        const texts: string[] = [];
        for (const [id, { path, body }] of some.entries()) {
          texts.push(
            await new Promise<string>((resolve) => {
              let text = '';
              // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the one before is no longer wanted
              ibid.onmessage = ({ data }: MessageEvent<{ readonly text?: string; readonly end?: true }>) => {
                text += data.text ?? '';
                if (data.end === true) resolve(text);
              };
              // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
              ibid.postMessage({ id, path, body });
            }),
          );
        }
        return texts;
      },
      calls.slice(at, at + AT_ONCE),
    );
    replies.push(...answered);
  }
  return replies;
}
