import { openEmbedder } from '@ibid/core';
import type { Context } from '../context.ts';
import { mayExist } from '../index-address.ts';
import { openIndex } from '../open-index.ts';
import { openForIndexing, openForQuestions } from '../open-embedder-source.ts';

const QUESTION = 'documentation';

/** Embeds one short question as readers' questions are embedded; of a hosted embedder this costs one request. */
export async function probeEmbedder({ settings, signal }: Context): Promise<string> {
  const space = await spaceOf(settings);
  const source = await (space === undefined
    ? openForIndexing(undefined, { settings, space, signal })
    : openForQuestions({ settings, space, signal }));
  if (source.kind === 'fitted') return 'builtin, in this process';
  await using embedder = openEmbedder(source.embedder, { retries: 0 });
  const started = performance.now();
  await embedder.embed({ purpose: 'query', texts: [QUESTION] }, { signal });
  return `${embedder.id} answers in ${Math.round(performance.now() - started)} ms`;
}

async function spaceOf(settings: Context['settings']): Promise<Parameters<typeof openForQuestions>[0]['space']> {
  if (!mayExist(settings.index)) return undefined;
  const store = await openIndex(settings);
  try {
    return (await store.info())?.space;
  } finally {
    await store.close();
  }
}
