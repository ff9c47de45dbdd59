/** What is wrong with a stream of the API, in words; nothing for one that a reader may trust. Written from the API's description, without the code that makes streams. */

type Json = Readonly<Record<string, unknown>>;

interface StreamEvent {
  readonly event: string | undefined;
  readonly data: string;
}

/** Events of a body; lines of other fields and comments are passed over. */
export function eventsOf(text: string): readonly StreamEvent[] {
  return text
    .split(/\r?\n\r?\n/u)
    .map((block) => block.split(/\r?\n/u))
    .map((lines) => ({
      event: lines
        .find((line) => line.startsWith('event:'))
        ?.slice(6)
        .trim(),
      data: lines
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /u, ''))
        .join('\n'),
    }))
    .filter(({ event, data }) => event !== undefined || data !== '');
}

export function chatStreamTroubles(text: string): readonly string[] {
  const troubles: string[] = [];
  const trouble = (is: boolean, words: string): void => {
    if (is) troubles.push(words);
  };
  const events = eventsOf(text);
  trouble(events.at(-1)?.data !== '[DONE]', 'no [DONE] at the end');
  const chunks: Json[] = [];
  for (const { data, event } of events.filter((each) => each.data !== '[DONE]')) {
    trouble(event !== undefined, 'an event with a name');
    const chunk = parse(data);
    if (chunk === undefined) troubles.push('an event that is no JSON');
    else if ('error' in chunk) troubles.push('an error');
    else chunks.push(chunk);
  }
  trouble(new Set(chunks.map(({ id }) => id)).size > 1, 'several ids');
  trouble(
    chunks.some(({ object }) => object !== 'chat.completion.chunk'),
    'another kind of object',
  );
  const choices = chunks.flatMap((chunk) => chunk['choices'] as readonly Json[]);
  trouble(
    choices.some(({ index }) => index !== 0),
    'a choice that nobody asked for',
  );
  const deltas = choices.map(({ delta }) => delta as Json);
  trouble(deltas[0]?.['role'] !== 'assistant', 'no role at the start');
  const ends = choices.flatMap(({ finish_reason: reason }, at) => (reason === null ? [] : [{ reason, at }]));
  trouble(ends.length === 0, 'no finish_reason');
  trouble(ends.length > 1, 'several finish_reasons');
  trouble(ends.length === 1 && ends[0]?.at !== choices.length - 1, 'a delta after the end');
  const hasTools = deltas.some((delta) => 'tool_calls' in delta);
  trouble(
    ends.length === 1 && ends[0]?.reason !== (hasTools ? 'tool_calls' : 'stop'),
    `it ended by ${String(ends[0]?.reason)}`,
  );
  const usages = chunks.filter(({ usage }) => usage !== null && usage !== undefined);
  trouble(usages.length !== 1, 'not one usage');
  trouble(
    usages.some((chunk) => (chunk['choices'] as readonly Json[]).length > 0 || chunk !== chunks.at(-1)),
    'usage in another place',
  );
  const content = deltas.map(({ content: words }) => (typeof words === 'string' ? words : '')).join('');
  trouble(content === '' && !hasTools, 'neither text nor tool call');
  return troubles;
}

export function responsesStreamTroubles(text: string): readonly string[] {
  const troubles: string[] = [];
  const trouble = (is: boolean, words: string): void => {
    if (is) troubles.push(words);
  };
  const events: Json[] = [];
  for (const { event, data } of eventsOf(text)) {
    const parsed = parse(data);
    if (parsed === undefined) troubles.push('an event that is no JSON');
    else {
      trouble(parsed['type'] !== event, 'an event of another name than its type');
      events.push(parsed);
    }
  }
  trouble(
    events.some((event, at) => event['sequence_number'] !== at),
    'sequence numbers out of order',
  );
  trouble(events[0]?.['type'] !== 'response.created', 'no response.created at the start');
  const last = events.at(-1);
  trouble(last?.['type'] !== 'response.completed', `it ended by ${String(last?.['type'])}`);
  trouble(
    events.some(({ type }) => type === 'error'),
    'an error',
  );
  const words = joined(events, 'response.output_text.delta');
  const calls = joined(events, 'response.function_call_arguments.delta');
  const response = last?.['response'] as Json | undefined;
  const output = (response?.['output'] ?? []) as readonly Json[];
  const contents = output.flatMap((item) => (item['content'] ?? []) as readonly Json[]);
  const whole = contents.map((part) => (typeof part['text'] === 'string' ? part['text'] : '')).join('');
  trouble(whole !== words, 'deltas that are not the text');
  trouble(
    output.map((item) => String(item['arguments'] ?? '')).join('') !== calls,
    'deltas that are not the arguments',
  );
  trouble(whole === '' && !output.some(({ type }) => type === 'function_call'), 'neither text nor tool call');
  const usage = response?.['usage'] as Json | null | undefined;
  trouble(usage === null || usage === undefined, 'no usage');
  return troubles;
}

/** Words of the first choice as they came. */
export function chatText(text: string): string {
  return eventsOf(text)
    .map(({ data }) => parse(data))
    .flatMap((chunk) => (chunk?.['choices'] ?? []) as readonly Json[])
    .filter(({ index }) => index === 0)
    .map(({ delta }) => (delta as Json)['content'])
    .map((content) => (typeof content === 'string' ? content : ''))
    .join('');
}

function joined(events: readonly Json[], type: string): string {
  return events
    .filter((event) => event['type'] === type)
    .map(({ delta }) => String(delta))
    .join('');
}

function parse(data: string): Json | undefined {
  try {
    return JSON.parse(data) as Json;
  } catch {
    return undefined;
  }
}
