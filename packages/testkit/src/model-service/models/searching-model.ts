import type { ModelScript } from '../scripted-reply.ts';
import { quotingModel, type QuotingModelOptions } from './quoting-model.ts';
import { readSources } from './read-sources.ts';

/** Searches once in the words of the question, where it is offered `search_docs`, then answers as `quotingModel` from all it has. */
export function searchingModel(options: QuotingModelOptions = {}): ModelScript {
  const quote = quotingModel(options);
  return (call) => {
    const offered = call.tools.some(({ name }) => name === 'search_docs');
    if (!offered || call.toolResults.length > 0) return quote(call);
    const query = readSources(call).question.slice(0, 500);
    return { kind: 'tool', name: 'search_docs', arguments: JSON.stringify({ query_text: query }) };
  };
}
