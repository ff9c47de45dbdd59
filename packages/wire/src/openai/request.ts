import type { Turn, Warning } from '@ibid/core/types';
import { z } from 'zod';
import type { AskRequest, Decoded, Issue } from '../dialect.ts';
import { blankAsAbsent, notAnObject, optionalFlag } from '../shared/fields.ts';
import { cleanText, decodedAs, decodeWith, LIMITS, unknownFields } from '../shared/read-request.ts';

/** Name of the server's only model. */
export const MODEL = 'ibid';

const MOST_MESSAGES = 1_000;
const MOST_CHOICES = 128;

const partSchema = z.looseObject({ type: z.string('must be a text'), text: z.string('must be a text').nullish() });

const messageSchema = z.looseObject(
  {
    role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
    content: z.union([z.string(), z.array(partSchema)], 'must be a text or a list of parts').nullish(),
  },
  { error: notAnObject('must be an object with `role` and `content`') },
);

/** Accepted members that have no effect, because answers are quoted. */
const ignored = z.unknown().describe('Taken, and without effect');

const toolChoice = blankAsAbsent(
  z.union([z.string(), z.looseObject({})], 'must be a text or an object').nullish(),
).describe('No tool is ever called, so none can be required');

const fields = {
  model: blankAsAbsent(z.literal(MODEL, `must be \`${MODEL}\``).nullish()).describe(`\`${MODEL}\``),
  messages: z
    .array(messageSchema, 'must be a list of messages')
    .min(1, 'must have at least one message')
    .max(MOST_MESSAGES, `must have at most ${MOST_MESSAGES} messages`)
    .describe('The last one, of the role `user`, is the question; those before it say what it is about'),
  stream: optionalFlag(),
  stream_options: blankAsAbsent(z.looseObject({ include_usage: optionalFlag() }, 'must be an object').nullish()),
  n: blankAsAbsent(z.int('must be a whole number').min(1).max(MOST_CHOICES).nullish()).describe('Only 1'),
  tool_choice: toolChoice,
  function_call: toolChoice,
  response_format: blankAsAbsent(
    z.looseObject({ type: z.string('must be a text') }, 'must be an object').nullish(),
  ).describe('Only `text`'),
  logprobs: optionalFlag().describe('Only false'),
  ...Object.fromEntries(
    `temperature top_p max_tokens max_completion_tokens stop seed presence_penalty frequency_penalty logit_bias
    top_logprobs user safety_identifier prompt_cache_key metadata store reasoning_effort verbosity service_tier parallel_tool_calls tools functions web_search_options`
      .split(/\s+/u)
      .map((name) => [name, ignored.optional()]),
  ),
};

const schema = z.object(fields, { error: notAnObject() });
export const requestSchema: z.ZodType = schema;

/** Decodes a request. The last message is the question and those before it the history; instructions on how to answer are left out. */
export function decode(body: unknown): Decoded<AskRequest> {
  return decodeWith(schema, body, (request) => {
    const { messages, stream, stream_options } = request;
    const last = messages.at(-1)!;
    const text = cleanText(textOf(last));
    const usage = stream_options?.include_usage === true ? { usage: 'asked for' } : {};
    const question = { text, history: historyOf(messages.slice(0, -1)) };
    return decodedAs({ question, stream: stream === true }, [...refused(request), ...unreadable(last, text)], {
      echo: { question: text, ...usage },
      notes: [...notesOn(messages), ...unknownFields(body, fields)],
    });
  });
}

type Message = z.output<typeof messageSchema>;
type Request = z.output<typeof schema>;

/** Issues for members that would change the reply but are not supported. */
function refused({ n, logprobs, response_format, tool_choice, function_call }: Request): Issue[] {
  const issues: Issue[] = [];
  const add = (path: string, wanted: string): void => {
    issues.push({ path, message: `\`${path}\` is not supported here; ${wanted}` });
  };
  if (typeof n === 'number' && n !== 1) add('n', 'leave it out, or send 1');
  if (logprobs === true) add('logprobs', 'nothing is sampled');
  if (response_format?.type !== undefined && response_format.type !== 'text') add('response_format', 'send `text`');
  for (const [path, choice] of Object.entries({ tool_choice, function_call })) {
    const isRequired = choice === 'required' || (typeof choice === 'object' && choice !== null);
    if (isRequired) add(path, 'no tool is called; send `auto` or `none`');
  }
  return issues;
}

/** Issues of the last message that keep it from being a question. */
function unreadable({ role, content }: Message, text: string): readonly Issue[] {
  const wanted = [
    Array.isArray(content) && content.some(({ type }) => type !== 'text')
      ? 'must have parts of the type `text` alone'
      : '',
    role !== 'user'
      ? 'must have the role `user`'
      : text === ''
        ? 'must not be blank'
        : [...text].length > LIMITS.query
          ? `must have at most ${LIMITS.query} characters: it is the question`
          : '',
  ];
  return wanted
    .filter((one) => one !== '')
    .map((one) => ({ path: 'messages', message: `the last of \`messages\` ${one}` }));
}

function textOf({ content }: Message): string {
  if (!Array.isArray(content)) return content ?? '';
  return content.flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : [])).join('\n');
}

/** Shortens the history to what is used: the last turns, each cut to its first characters. */
function historyOf(messages: readonly Message[]): readonly Turn[] {
  const turns = messages.flatMap((message): readonly Turn[] => {
    const text = [...cleanText(textOf(message))].slice(0, LIMITS.turn).join('');
    if (text === '' || (message.role !== 'user' && message.role !== 'assistant')) return [];
    return [{ role: message.role === 'user' ? 'reader' : 'assistant', text }];
  });
  return turns.slice(-LIMITS.turns);
}

function notesOn(messages: readonly Message[]): readonly Warning[] {
  if (!messages.some(({ role }) => role === 'system' || role === 'developer')) return [];
  return [{ code: 'instructions_ignored', text: 'the messages of the roles `system` and `developer` were ignored' }];
}
