/**
 * A tiny model in ONNX format for the real library: two lookup tables added up, for words and their positions, then one layer
 * `tanh(x · W + b)`. `tinyVector` computes the same vectors in plain loops from the same tables.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const TINY = {
  words: ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'the', 'pump', 'needs', 'oil', 'valve'],
  places: 12,
  size: 4,
} as const;

const table = (rows: number, columns: number, seed: number): readonly (readonly number[])[] =>
  Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_value, column) => ((row * 7 + column * 5 + seed * 3) % 11) / 8 - 0.6),
  );

const { words, places, size } = TINY;
const WORDS = table(words.length, size, 1);
const PLACES = table(places, size, 2);
const WEIGHTS = table(size, size, 3);
const BIAS = table(1, size, 4)[0]!;

/** Vector of length 1: the mean or the first of the tokens' vectors. */
export function tinyVector(text: string, pooling: 'mean' | 'cls'): readonly number[] {
  const tokens = [
    2,
    ...text
      .toLowerCase()
      .split(/\s+/u)
      .map((word) => Math.max(1, words.indexOf(word as 'the'))),
    3,
  ];
  const vectors = tokens.map((token, place) => {
    const sum = WORDS[token]!.map((value, i) => value + PLACES[place]![i]!);
    return BIAS.map((bias, to) => Math.tanh(sum.reduce((all, value, from) => all + value * WEIGHTS[from]![to]!, bias)));
  });
  const pooled = BIAS.map((_, i) =>
    pooling === 'cls' ? vectors[0]![i]! : vectors.reduce((all, vector) => all + vector[i]!, 0) / vectors.length,
  );
  const length = Math.hypot(...pooled);
  return pooled.map((value) => value / length);
}

/** Writes the model's files in the layout of the hub. */
export async function makeTinyModel(folder: string): Promise<void> {
  await mkdir(join(folder, 'onnx'), { recursive: true });
  const json = (name: string, value: unknown): Promise<void> => writeFile(join(folder, name), JSON.stringify(value));
  await json('config.json', {
    model_type: 'bert',
    hidden_size: size,
    max_position_embeddings: places,
    vocab_size: words.length,
  });
  const special = {
    tokenizer_class: 'BertTokenizer',
    unk_token: '[UNK]',
    sep_token: '[SEP]',
    pad_token: '[PAD]',
    cls_token: '[CLS]',
  };
  await json('tokenizer_config.json', { ...special, do_lower_case: true, model_max_length: places });
  await json('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: words.slice(0, 4).map((content, id) => ({
      id,
      content,
      special: true,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [
        { SpecialToken: { id: '[CLS]', type_id: 0 } },
        { Sequence: { id: 'A', type_id: 0 } },
        { SpecialToken: { id: '[SEP]', type_id: 0 } },
      ],
      pair: [],
      special_tokens: {
        '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
        '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
      },
    },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
    },
  });
  await writeFile(join(folder, 'onnx', 'model.onnx'), onnxModel());
}

/** Protocol Buffers encoding: varints of seven bits per byte, and length-prefixed fields. */
const varint = (value: number): readonly number[] =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
const number = (field: number, value: number): Buffer => Buffer.from([...varint(field * 8), ...varint(value)]);
const bytes = (field: number, value: Uint8Array | string): Buffer => {
  const data = Buffer.from(value as string);
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(data.length)]), data]);
};
const message = (field: number, ...parts: readonly Buffer[]): Buffer => bytes(field, Buffer.concat(parts));

const [FLOAT, INT64] = [1, 7];

function onnxModel(): Buffer {
  const node = (type: string, inputs: readonly string[], output: string): Buffer =>
    message(1, ...inputs.map((input) => bytes(1, input)), bytes(2, output), bytes(4, type));
  const floats = (name: string, rows: readonly (readonly number[])[], dims: readonly number[]): Buffer =>
    message(
      5,
      ...dims.map((dim) => number(1, dim)),
      number(2, FLOAT),
      bytes(8, name),
      bytes(9, new Uint8Array(Float32Array.from(rows.flat()).buffer)),
    );
  const integers = (name: string, values: readonly number[], dims: readonly number[]): Buffer =>
    message(
      5,
      ...dims.map((dim) => number(1, dim)),
      number(2, INT64),
      bytes(8, name),
      bytes(9, new Uint8Array(BigInt64Array.from(values.map(BigInt)).buffer)),
    );
  const value = (field: number, name: string, type: number, dims: readonly (string | number)[]): Buffer => {
    const shape = message(
      2,
      ...dims.map((dim) => message(1, typeof dim === 'string' ? bytes(2, dim) : number(1, dim))),
    );
    return message(field, bytes(1, name), message(2, message(1, number(1, type), shape)));
  };
  const graph = message(
    7,
    node('Gather', ['words', 'input_ids'], 'word_vectors'),
    node('Shape', ['input_ids'], 'shape'),
    node('Gather', ['shape', 'one'], 'length'),
    node('Slice', ['places', 'zeros', 'length', 'zeros'], 'place_vectors'),
    node('Add', ['word_vectors', 'place_vectors'], 'sum'),
    node('MatMul', ['sum', 'weights'], 'product'),
    node('Add', ['product', 'bias'], 'biased'),
    node('Tanh', ['biased'], 'last_hidden_state'),
    bytes(2, 'tiny'),
    floats('words', WORDS, [words.length, size]),
    floats('places', PLACES, [places, size]),
    floats('weights', WEIGHTS, [size, size]),
    floats('bias', [BIAS], [size]),
    integers('one', [1], [1]),
    integers('zeros', [0], [1]),
    value(11, 'input_ids', INT64, ['texts', 'tokens']),
    value(11, 'attention_mask', INT64, ['texts', 'tokens']),
    value(12, 'last_hidden_state', FLOAT, ['texts', 'tokens', size]),
  );
  return Buffer.concat([number(1, 8), graph, message(8, bytes(1, ''), number(2, 17))]);
}
