import type { Passage } from '@ibid/core/types';
import { passagesOf } from '../own-attacks.ts';
import type { Observation, Violation } from './oracle.ts';

const MOST_CALLS = 4;
const MOST_SEARCHES = 3;
const MOST_FOUND = 10;

/** Letters and digits only, because pages put list, table and code marks between them. */
const flat = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Checks that passages, searches, calls and connections stay within what the question allows. */
export function contextFaults(observation: Observation): readonly Violation[] {
  const { scene, events, calls, connections, service, secret } = observation;
  const { question } = scene;
  const faults: Violation[] = [];
  for (const passage of passagesOf(events)) faults.push(...passageFaults(observation, passage));
  for (const event of events) {
    if (event.type !== 'retrieval-end' && event.type !== 'search-end') continue;
    // Searches by the model have a separate limit.
    const limit = event.type === 'search-end' ? MOST_FOUND : (question.retrieval?.limit ?? Infinity);
    if (event.passages.length > limit)
      faults.push({ kind: 'scope', detail: `${event.passages.length} passages at once` });
  }
  const searches = events.filter(({ type }) => type === 'search-end').length;
  const isConfined = question.selection !== undefined || question.supplied !== undefined;
  if (searches > (isConfined ? 0 : MOST_SEARCHES)) faults.push({ kind: 'tool', detail: `${searches} searches` });
  if (calls.length > MOST_CALLS) faults.push({ kind: 'tool', detail: `${calls.length} calls` });
  const offered = new Set(calls.flatMap(({ tools }) => tools.map(({ name }) => name)));
  for (const name of offered) {
    if (name !== 'search_docs' || isConfined) faults.push({ kind: 'tool', detail: `${name} was offered` });
  }
  for (const target of connections) {
    if (target !== service) faults.push({ kind: 'connection', detail: target });
  }
  const isScoped = isConfined || question.where !== undefined;
  if (isScoped) {
    // The model's own messages are sent back to it as the history of its tool calls.
    const given = calls.flatMap(({ messages }) => messages.filter(({ role }) => role !== 'assistant'));
    if (given.some(({ text }) => text.includes(secret))) {
      faults.push({ kind: 'scope', detail: 'a page out of reach was shown to the model' });
    }
  }
  return faults;
}

function passageFaults({ scene: { question }, index }: Observation, passage: Passage): readonly Violation[] {
  const { chunk, window, similarity } = passage;
  const fault = (kind: Violation['kind'], what: string): readonly Violation[] => [
    { kind, detail: `${what}: ${chunk.url} ${chunk.text.slice(0, 100)}` },
  ];
  const own = index.get(chunk.id);
  if (own !== undefined && own.text !== chunk.text) return fault('passage', 'not as in the index');
  const { selection, supplied, where, retrieval } = question;
  if (supplied !== undefined) {
    const isGiven = supplied.chunks.some(({ id, text }) => id === chunk.id && text === chunk.text);
    if (!isGiven) return fault('scope', 'a passage that was not supplied');
  } else if (own === undefined && selection === undefined) {
    return fault('passage', 'not in the index');
  }
  const mayBeWhole = selection === undefined || supplied?.selectionOnly === false;
  if (!mayBeWhole) {
    const used = chunk.text.slice(window?.start ?? 0, window?.end ?? chunk.text.length);
    return flat(selection.text).includes(flat(used)) ? [] : fault('scope', 'a passage beyond the selection');
  }
  if (supplied !== undefined) return [];
  const path = new URL(chunk.url).pathname;
  if (where?.paths !== undefined && !where.paths.includes(path)) return fault('scope', 'a passage of another page');
  const isTooLow = retrieval?.minSimilarity !== undefined && similarity < retrieval.minSimilarity;
  return isTooLow ? fault('scope', 'a passage below the threshold') : [];
}
