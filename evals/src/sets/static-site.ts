import { createEngine, extractiveAnswerer, foldAnswer } from '@ibid/core';
import type { Engine, ReadableStore } from '@ibid/core/types';
import { readManifest, staticStore } from '@ibid/drivers/stores/static';
import { writeStatic } from '@ibid/drivers/stores/static/write-static';
import { join } from 'node:path';
import type { EvalSet } from '../eval-set.ts';
import { askSite, openSite, type Asked } from '../reader-questions/ask-questions.ts';
import { figuresOf, refusedShare, wordsShown } from '../reader-questions/figures.ts';
import { openLabels, readQuestions } from '../reader-questions/labels.ts';

const FOLDER = 'reader-questions';

/** The same questions about the same sites, answered from static files like in a reader's browser. */
export const staticSite: EvalSet = {
  name: 'static-site',
  summary:
    "Readers' questions answered from static files: equal to a server that searches by words, facts shown, and what a first answer loads.",
  folders: [FOLDER],
  async run(context) {
    const folder = join(context.data, FOLDER);
    const labels = await openLabels(folder);
    const asked: Asked[] = [];
    const different: string[] = [];
    const rows: string[][] = [];
    for (const site of Object.keys(labels.SITES)) {
      const corpus = await openSite(context, labels, folder, site);
      const files = new Map<string, Uint8Array>();
      await writeStatic(corpus.store, async (name, bytes) => void files.set(name, bytes));
      const { pages, chunks } = (await corpus.store.info())!;
      const bytes = files.values().reduce((sum, file) => sum + file.length, 0);
      const server = engineOver(corpus.store);
      const loaded: number[] = [];
      for (const { id, question } of context.pick(await readQuestions(folder, site))) {
        const first = await openFiles(files);
        const text = question;
        const [one, other] = [
          await foldAnswer(first.engine.ask({ text, history: [] })),
          await foldAnswer(server.ask({ text, history: [] })),
        ];
        if (JSON.stringify(one) !== JSON.stringify(other)) different.push(id);
        loaded.push(first.loaded());
      }
      const { engine } = await openFiles(files);
      asked.push(...(await askSite(context, labels, folder, { site, corpus: { ...corpus, engine }, mistyped: false })));
      loaded.sort((a, b) => a - b);
      rows.push([
        site,
        String(pages),
        String(chunks),
        kilobytes(bytes),
        kilobytes(loaded[loaded.length >> 1] ?? 0),
        kilobytes(loaded.at(-1) ?? 0),
      ]);
    }
    const scores = asked.map(({ score }) => score);
    return {
      metrics: {
        'equal answers': 1 - different.length / Math.max(1, asked.length),
        ...figuresOf(scores),
        'near domain refused': refusedShare(scores, false),
        'foreign refused': refusedShare(scores, true),
      },
      facts: { questions: asked.length, 'words shown': wordsShown(scores) },
      tables: [
        {
          title: 'What a first answer loads of the index, kB',
          head: ['site', 'pages', 'passages', 'all files', 'median', 'most'],
          rows,
        },
      ],
      misses: [{ title: 'Not answered as the server does', ids: different }],
      notes: ['Equal: the whole answer, as JSON. The worker itself is not counted.'],
    };
  },
};

function engineOver(store: ReadableStore): Engine {
  return createEngine({ store, embedder: undefined, answerer: extractiveAnswerer(), newId: () => 'run' });
}

async function openFiles(
  files: ReadonlyMap<string, Uint8Array>,
): Promise<{ readonly engine: Engine; readonly loaded: () => number }> {
  let loaded = 0;
  const read = async (name: string): Promise<Uint8Array<ArrayBuffer>> => {
    const bytes = Uint8Array.from(files.get(name)!);
    loaded += bytes.length;
    return bytes;
  };
  return { engine: engineOver(staticStore(await readManifest(read), read)), loaded: () => loaded };
}

function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(0);
}
