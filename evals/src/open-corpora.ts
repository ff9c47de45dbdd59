import { join } from 'node:path';
import type { Page } from '@ibid/core/types';
import { openCorpus, openSourceCorpus, type Corpus } from './open-corpus.ts';
import { clapNq, kubernetesDocs, squad, zoomcampFaq } from './sets/corpora.ts';

type Loader = (folder: string) => Promise<{ readonly pages: readonly Page[]; readonly questions: readonly unknown[] }>;
type Loaded<L extends Loader> = Awaited<ReturnType<L>>['questions'] extends readonly (infer Q)[]
  ? { readonly corpus: Corpus; readonly questions: readonly Q[] }
  : never;

/** The labelled corpora. Each is loaded and indexed once, on first use. */
export interface Corpora {
  kubernetes(): Promise<Loaded<typeof kubernetesDocs>>;
  zoomcamp(): Promise<Loaded<typeof zoomcampFaq>>;
  squad(): Promise<Loaded<typeof squad>>;
  clap(): Promise<Loaded<typeof clapNq>>;
  /** Any other source; indexed at every call, closed with the rest. */
  open(name: string, source: Parameters<typeof openSourceCorpus>[0]): Promise<Corpus>;
  close(): Promise<void>;
}

export function openCorpora(options: {
  readonly data: string;
  readonly scratch: string;
  readonly progress: (line: string) => void;
}): Corpora {
  const { data, scratch, progress } = options;
  const opened: Corpus[] = [];

  async function timed(name: string, open: () => Promise<Corpus>): Promise<Corpus> {
    const started = performance.now();
    const corpus = await open();
    opened.push(corpus);
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    progress(`indexed ${name}: ${corpus.pages} pages, ${corpus.chunks} chunks in ${seconds} s`);
    return corpus;
  }

  function once<L extends Loader>(name: string, load: L): () => Promise<Loaded<L>> {
    let loading: Promise<Loaded<L>> | undefined;
    return () =>
      (loading ??= (async () => {
        const { pages, questions } = await load(data);
        const corpus = await timed(name, () => openCorpus(name, pages, join(scratch, `${name}.db`)));
        return { corpus, questions } as Loaded<L>; // the conditional type only names the loader's own question type
      })());
  }

  return {
    kubernetes: once('k8s-docs', kubernetesDocs),
    zoomcamp: once('zoomcamp-faq', zoomcampFaq),
    squad: once('squad2-dev', squad),
    clap: once('clapnq-dev', clapNq),
    open: (name, source) => timed(name, () => openSourceCorpus(source, join(scratch, `${name}.db`))),
    async close() {
      for (const { engine } of opened) await engine.close();
    },
  };
}
