import type { EvalSet } from '../eval-set.ts';
import { bipia } from './bipia.ts';
import { citations } from './citations.ts';
import { clapnqDev } from './clapnq-dev.ts';
import { crossCorpus } from './cross-corpus.ts';
import { k8sDocs } from './k8s-docs.ts';
import { modelReplies } from './model-replies.ts';
import { mtragUn } from './mtrag-un.ts';
import { notinject } from './notinject.ts';
import { readerQuestions } from './reader-questions.ts';
import { searchBox } from './search-box.ts';
import { similarity } from './similarity.ts';
import { siteQuestions } from './site-questions.ts';
import { squad2Dev } from './squad2-dev.ts';
import { statements } from './statements.ts';
import { staticSite } from './static-site.ts';
import { traps } from './traps.ts';
import { zoomcampFaq } from './zoomcamp-faq.ts';

/** In running order: `citations` audits the answers of all sets before it. */
export const EVAL_SETS: readonly EvalSet[] = [
  k8sDocs,
  zoomcampFaq,
  squad2Dev,
  clapnqDev,
  crossCorpus,
  mtragUn,
  searchBox,
  similarity,
  statements,
  modelReplies,
  notinject,
  bipia,
  readerQuestions,
  siteQuestions,
  staticSite,
  traps,
  citations,
];
