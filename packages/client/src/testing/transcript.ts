import { readFileSync } from 'node:fs';
import { replyScript } from '../../../widget/src/testing/reply-script.ts';
import type { Reply } from '../wire.ts';

const FIXTURES = new URL('../../../wire/src/native/__fixtures__/', import.meta.url);

/** Loads a stream and its reply from the fixtures that the server's own tests use. */
export function wireFixture(name: string): { readonly stream: string; readonly reply: unknown } {
  return {
    stream: `${readFileSync(new URL(`${name}/stream.txt`, FIXTURES), 'utf8').trimEnd()}\n\n`,
    reply: (JSON.parse(readFileSync(new URL(`${name}/response.json`, FIXTURES), 'utf8')) as { body: unknown }).body,
  };
}

/** Returns the stream of a reply, as text. */
export function transcriptOf(reply: Reply): string {
  return replyScript(reply)
    .map((step) => (step.do === 'event' ? `event: ${step.name}\ndata: ${JSON.stringify(step.data)}\n\n` : ''))
    .join('');
}
