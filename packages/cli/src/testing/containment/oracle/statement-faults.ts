import type { Answer, AnswerEvent, Chunk, Citation, Passage, Statement } from '@ibid/core/types';
import { passagesOf } from '../own-attacks.ts';
import { wordFaults, type Cited } from './cited-words.ts';
import type { Observation, Violation } from './oracle.ts';

/** Checks the sentences and citations of a run, both in its events and in its answer. */
export function statementFaults(observation: Observation): readonly Violation[] {
  const { events } = observation;
  const told = events.flatMap((event): readonly Citation[] =>
    event.type === 'citation-verified' ? [event.citation] : [],
  );
  const said = events.flatMap((event): readonly Statement[] =>
    event.type === 'statement-verified' ? [event.statement] : [],
  );
  const answer = events.flatMap((event): readonly Answer[] => (event.type === 'run-end' ? [event.answer] : []))[0];
  const passages = new Map(passagesOf(events).map((passage) => [passage.chunk.id, passage]));
  const faults = [...told.flatMap((citation) => citationFaults(citation, passages)), ...early(events)];
  for (const statement of said) faults.push(...faultsOf(statement, told, passages));
  if (answer !== undefined && JSON.stringify([answer.statements, answer.citations]) !== JSON.stringify([said, told])) {
    faults.push({ kind: 'frame', detail: 'the answer is not the sum of its events' });
  }
  for (const { url, headings, statements } of answer?.closest ?? []) {
    // A short section is shown with the first one below it.
    const own = [...passages.values()].filter(
      ({ chunk }) => chunk.url === url && headings.every((heading, level) => heading === chunk.headings[level]),
    );
    for (const { text } of statements) {
      const isThere = own.some(({ chunk }) => chunk.text.includes(text));
      if (!isThere) faults.push({ kind: 'citation', detail: `a closest passage that is none: ${text.slice(0, 200)}` });
    }
  }
  return faults;
}

function citationFaults(citation: Citation, passages: ReadonlyMap<string, Passage>): readonly Violation[] {
  const { chunkId, quote, start, end, url, title, heading, anchor } = citation;
  const passage = passages.get(chunkId);
  if (passage === undefined) return [{ kind: 'citation', detail: `of ${chunkId}, which is in no passage` }];
  const { chunk, window = { start: 0, end: chunk.text.length } } = passage;
  const isExact = quote !== '' && chunk.text.slice(start, end) === quote && start >= window.start && end <= window.end;
  const isNamed = url === chunk.url && title === chunk.title && heading === chunk.heading && anchor === chunk.anchor;
  return isExact && isNamed ? [] : [{ kind: 'citation', detail: `not as in its passage: ${quote.slice(0, 200)}` }];
}

/** Reports sentences that come before the citations they use. */
function early(events: readonly AnswerEvent[]): readonly Violation[] {
  const known = new Set<number>();
  const faults: Violation[] = [];
  for (const event of events) {
    if (event.type === 'citation-verified') known.add(event.citation.index);
    if (event.type !== 'statement-verified') continue;
    const { citations, text } = event.statement;
    if (citations.length === 0 || citations.some((index) => !known.has(index))) {
      faults.push({ kind: 'citation', detail: `shown without citation: ${text}` });
    }
  }
  return faults;
}

function faultsOf(
  statement: Statement,
  citations: readonly Citation[],
  passages: ReadonlyMap<string, Passage>,
): readonly Violation[] {
  const cited = statement.citations.flatMap((index): readonly Cited[] => {
    const citation = citations.find((one) => one.index === index);
    const chunk = citation === undefined ? undefined : passages.get(citation.chunkId)?.chunk;
    return citation === undefined || chunk === undefined ? [] : [{ citation, chunk }];
  });
  const { kind, text } = statement;
  const faults: Violation[] = [
    ...languageFaults(
      statement,
      cited.map(({ chunk }) => chunk),
    ),
  ];
  const isCode = cited.some(({ citation }) => codeOf(citation.quote).includes(codeOf(text)));
  if (kind === 'code') {
    if (!isCode && !cited.some((one) => isProse(one, text))) faults.push({ kind: 'code', detail: text.slice(0, 300) });
  } else {
    faults.push(...wordFaults(statement, cited));
  }
  return faults;
}

const flat = (words: string): string => words.replaceAll(/\s+/gu, ' ').trim();

/** True if the line is part of a sentence, in which the page may have broken lines elsewhere. */
function isProse({ citation, chunk }: Cited, text: string): boolean {
  const { quote, start, end } = citation;
  const isInCode = chunk.spans.some(
    (span) => span.start < end && span.end > start && /^(?:code|row)$/u.test(span.kind),
  );
  return !isInCode && !text.includes('\n') && flat(quote).includes(flat(text));
}

/** Code by line, without common indentation and without insignificant white space. */
function codeOf(text: string): string {
  const lines = text
    .replaceAll(/[\t\u00a0]/gu, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const indent = Math.min(...lines.slice(1).map((line) => line.search(/\S/u)), Infinity);
  return lines
    .map((line, at) => (at === 0 ? line.trim() : line.slice(indent).trimEnd()).replaceAll(/(?<=\S) +/gu, ' '))
    .join('\n');
}

function languageFaults({ language, text }: Statement, chunks: readonly Chunk[]): readonly Violation[] {
  const isKnown = language === '' || chunks.some(({ spans }) => spans.some((span) => span.language === language));
  return isKnown ? [] : [{ kind: 'code', detail: `language ${language} of: ${text.slice(0, 100)}` }];
}
