import { serve } from '../serve.ts';
import { smallEngine } from './small-index.ts';
import { testApp } from './test-app.ts';

/** Serves the small index on a free port, until it is disposed of. */
export async function serveSmallIndex(): Promise<{ readonly url: string } & AsyncDisposable> {
  const engine = await smallEngine();
  const server = await serve(testApp({ engine }), { port: 0 });
  return {
    url: server.url,
    async [Symbol.asyncDispose]() {
      await server.close();
      await engine.close();
    },
  };
}
