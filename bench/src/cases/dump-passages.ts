import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { openEmbedder, openStore } from '@ibid/core';
import { embedTexts } from '@ibid/core/chunk';
import { builtinEmbedder } from '@ibid/drivers/embedders/builtin';
import { sqliteStore } from '@ibid/drivers/stores/sqlite';
import type { Figures } from '../measure.ts';
import type { CaseInput, PeerPassage } from './bench-case.ts';

/** Writes the passages of Ibid's index with their vectors, so that all engines search the same text in the same vector space. */
export async function dumpPassages({ index, passages }: CaseInput): Promise<Figures> {
  const store = await openStore(sqliteStore({ file: index, readOnly: true }));
  const info = (await store.info())!;
  const embedder = openEmbedder(await builtinEmbedder().open(info.space));
  const out = createWriteStream(passages);
  let written = 0;
  for await (const { url } of store.listPages()) {
    const chunks = (await store.getPage(url))?.content ?? [];
    const texts = chunks.map((chunk) => embedTexts(chunk).passage);
    const vectors = await embedder.embed({ purpose: 'document', texts });
    for (const [i, { id, title, heading, text, module }] of chunks.entries()) {
      const embedding = Array.from(vectors[i]!, (value) => Number(value.toFixed(5)));
      const passage: PeerPassage = { id, url, title, heading, body: text, module, embedding };
      written += 1;
      if (!out.write(`${JSON.stringify(passage)}\n`)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'finish');
  await embedder.close();
  await store.close();
  return { chunks: written };
}
