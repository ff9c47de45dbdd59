import type { DraftReason } from '../types/answer.ts';

/**
 * Messages for the reader by reason. Answerers only name a reason and the text is fixed here, so that no unproved text of an answerer
 * reaches the reader.
 */
export const REASONS: Readonly<Record<DraftReason, string>> = {
  answered: '',
  contradiction: 'The pages disagree on this. Both statements are shown.',
  'not-in-pages': 'The pages may not answer this. These passages come closest.',
  'nothing-close': 'These pages do not answer that. The nearest sections may help.',
  'no-match': 'Nothing in these pages matches the question.',
  'scope-empty': 'No page or section here fits the scope of the question. Check its name, or ask without it.',
  'page-missing': 'This site has no such page. Check its address, or ask without it.',
  'section-missing': 'This page has no such section. Check its name, or ask about the whole page.',
  'one-page': 'Only one page was searched; ask without it to search all.',
  'below-threshold':
    'No passage is as similar to the question as the threshold asks. The nearest sections may help, or lower the threshold.',
  vague: 'That could mean many things. The nearest sections may help, or ask in more words.',
  'not-in-selection': 'The selected passage does not answer that. Ask again without the selection to search all pages.',
  'no-selection': 'Select a passage first, or ask without one to search all pages.',
  'not-in-context': 'The passages that came with the question do not answer it.',
  'context-empty': 'No passage came with the question that could be used, so there is nothing to answer from.',
  'context-failed': 'The retrieval behind these passages failed, so nothing is answered from them. Retrieve again.',
  'context-incomplete':
    'The passages that came with the selection are not complete, so nothing is answered from them. Retrieve again.',
  'selection-not-supplied':
    'None of the passages that came with the question holds the selection. Retrieve again with it.',
  unproved: 'The pages found do not prove an answer to this question.',
  'model-absent': 'The model could not answer this time, so only passages to quote were looked for.',
  'model-failed': 'The answer could not be worded by the model this time, so the pages are quoted directly.',
  'model-unproved': 'The pages do not prove what the model worded, so they are quoted directly.',
  'model-stopped': 'The model stopped before its answer was complete.',
  'model-continued':
    'The model stopped before its answer was complete. What follows its last sentence is quoted directly from the pages.',
  greeting: 'Hello. Ask a question about these pages, or select a passage and ask about it.',
  thanks: 'You are welcome.',
  creative:
    'These pages are all this assistant quotes from; it writes nothing of its own. Ask about something that the pages explain.',
  self: 'This assistant answers from these pages alone and proves every sentence with a quote. Ask about something that the pages explain.',
};

/** Joins the messages in the order of the reasons. Close passages are mentioned only if some are shown (`isClose`), and nearest sections unless nothing is near (`isLost`). */
export function messageOf(reasons: readonly DraftReason[], isClose: boolean, isLost: boolean): string {
  const far = isLost ? 'no-match' : 'nothing-close';
  return reasons
    .map((reason) => REASONS[reason === 'not-in-pages' && !isClose ? far : reason])
    .filter((text) => text !== '')
    .join(' ');
}
