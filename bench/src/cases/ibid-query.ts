import { createEngine, extractiveAnswerer, foldAnswer, openStore } from '@ibid/core';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import { latency, memoryMegabytes, milliseconds, type Figures } from '../measure.ts';
import { FILTER_MODULE, HITS, type CaseInput } from './bench-case.ts';
import { foundShare } from './found-share.ts';

/** Opens an index in a fresh process and searches it. */
export async function ibidQuery({ index, questions }: CaseInput): Promise<Figures> {
  const started = performance.now();
  const store = await openStore(sqliteStore({ file: index, readOnly: true }));
  let run = 0;
  const engine = createEngine({
    store,
    embedder: builtinEmbedder(),
    answerer: extractiveAnswerer(),
    newId: () => `run-${++run}`,
  });
  try {
    await engine.search({ text: questions[0]!.text, limit: HITS });
    const opened = milliseconds(started);
    const memory = memoryMegabytes();
    const search = await latency('search', questions, ({ text }) => engine.search({ text, limit: HITS }));
    const where = { module: FILTER_MODULE };
    const filtered = await latency('filtered search', questions, ({ text }) =>
      engine.search({ text, limit: HITS, where }),
    );
    const words = await latency('content words', questions, ({ contentWords }) =>
      engine.search({ text: contentWords, limit: HITS }),
    );
    const answer = await latency('answer', questions, ({ text }) => foldAnswer(engine.ask({ text, history: [] })));
    const found = await foundShare(questions, async ({ text }) =>
      (await engine.search({ text, limit: HITS })).hits.map(({ chunk }) => chunk.url),
    );
    return {
      'open ms': opened,
      'memory MB': memory,
      'memory after queries MB': memoryMegabytes(),
      ...search,
      ...filtered,
      ...words,
      ...answer,
      'page found in 10': found,
    };
  } finally {
    await engine.close();
  }
}
