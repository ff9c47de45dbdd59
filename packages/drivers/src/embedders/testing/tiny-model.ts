/** A tiny model in ONNX format for the real library: one lookup table of a vector for each word. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const TINY = {
  words: ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'the', 'pump', 'needs', 'oil', 'valve'],
  /** Maximum tokens of a text. */
  places: 12,
  size: 4,
} as const;

const { words, places, size } = TINY;
const WORDS: readonly (readonly number[])[] = words.map((_, word) =>
  Array.from({ length: size }, (_value, column) => ((word * 7 + column * 5 + 3) % 11) / 8 - 0.6),
);

/** Vector of length 1: the mean or the first of the tokens' vectors. */
export function tinyVector(text: string, pooling: 'mean' | 'cls'): readonly number[] {
  const known = text.toLowerCase().split(' ');
  const tokens = ['[CLS]', ...known.map((word) => (words.includes(word as 'the') ? word : '[UNK]')), '[SEP]'];
  const vectors = tokens.map((token) => WORDS[words.indexOf(token as 'the')]!);
  const pooled = Array.from({ length: size }, (_, i) =>
    pooling === 'cls' ? vectors[0]![i]! : vectors.reduce((sum, vector) => sum + vector[i]!, 0) / vectors.length,
  );
  const length = Math.hypot(...pooled);
  return pooled.map((value) => value / length);
}

/** Writes the model's files in the layout of the hub. */
export async function makeTinyModel(folder: string): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: unknown): Promise<void> => writeFile(join(folder, name), JSON.stringify(value));
  const vocab = Object.fromEntries(words.map((word, id) => [word, id]));
  await json('config.json', { model_type: 'bert', hidden_size: size, max_position_embeddings: places });
  await json('tokenizer_config.json', {
    tokenizer_class: 'BertTokenizer',
    pad_token: '[PAD]',
    model_max_length: places,
  });
  await json('tokenizer.json', {
    added_tokens: words.slice(0, 4).map((content, id) => ({ id, content, special: true })),
    normalizer: { type: 'BertNormalizer', lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
    },
    decoder: { type: 'WordPiece' },
    model: { type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', vocab },
  });
  await writeFile(join(folder, 'onnx', 'model.onnx'), onnxModel());
}

/** Protocol Buffers encoding: all numbers and lengths in this model are below 128 or need two bytes. */
const varint = (value: number): readonly number[] => (value < 128 ? [value] : [(value % 128) + 128, value >> 7]);
const number = (field: number, value: number): Buffer => Buffer.from([...varint(field * 8), ...varint(value)]);
const bytes = (field: number, value: Uint8Array | string): Buffer => {
  const data = Buffer.from(value as string);
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(data.length)]), data]);
};
const message = (field: number, ...parts: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

const [FLOAT, INT64] = [1, 7];

/** `last_hidden_state = Gather(words, input_ids)`; the field numbers are those of `onnx.proto`. */
function onnxModel(): Buffer {
  const value = (field: number, name: string, type: number, dims: readonly string[]): Buffer => {
    const shape = message(2, ...dims.map((dim) => message(1, bytes(2, dim))));
    return message(field, bytes(1, name), message(2, message(1, number(1, type), shape)));
  };
  const table = new Uint8Array(Float32Array.from(WORDS.flat()).buffer);
  const graph = message(
    7,
    message(1, bytes(1, 'words'), bytes(1, 'input_ids'), bytes(2, 'last_hidden_state'), bytes(4, 'Gather')),
    bytes(2, 'tiny'),
    message(5, number(1, words.length), number(1, size), number(2, FLOAT), bytes(8, 'words'), bytes(9, table)),
    value(11, 'input_ids', INT64, ['texts', 'tokens']),
    value(11, 'attention_mask', INT64, ['texts', 'tokens']),
    value(12, 'last_hidden_state', FLOAT, ['texts', 'tokens', 'size']),
  );
  return Buffer.concat([number(1, 8), graph, message(8, bytes(1, ''), number(2, 17))]);
}
