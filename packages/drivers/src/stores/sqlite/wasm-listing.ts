/**
 * Assembles one exported function from a listing of WebAssembly text mnemonics, one instruction to a line. Just the
 * instructions that `dot-kernel.ts` uses are known; a word that is not in the table throws.
 */

/** Opcode bytes; those that begin with 0xfd are SIMD. */
const OPCODES: Readonly<Record<string, readonly number[]>> = {
  block: [0x02, 0x40],
  loop: [0x03, 0x40],
  end: [0x0b],
  br_if: [0x0d],
  'local.get': [0x20],
  'local.set': [0x21],
  'local.tee': [0x22],
  'i32.store': [0x36, 2, 0],
  'i32.const': [0x41],
  'i32.lt_u': [0x49],
  'i32.ge_u': [0x4f],
  'i32.add': [0x6a],
  'v128.load': [0xfd, 0x00, 0],
  'i32x4.splat': [0xfd, 0x11],
  'i32x4.extract_lane': [0xfd, 0x1b],
  'i16x8.extend_low_i8x16_s': [0xfd, 0x87, 0x01],
  'i16x8.extend_high_i8x16_s': [0xfd, 0x88, 0x01],
  'i32x4.add': [0xfd, 0xae, 0x01],
  'i32x4.dot_i16x8_s': [0xfd, 0xba, 0x01],
};

const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const TYPES = { i32: 0x7f, v128: 0x7b } as const;

/**
 * A module that imports its memory as `env.memory` and exports `name`, a function of i32 `parameters` without a result.
 * `;` begins a comment; operands follow their instruction and are numbers or names of parameters and locals.
 */
export function assembleModule(
  name: string,
  parameters: readonly string[],
  locals: Readonly<Record<string, keyof typeof TYPES>>,
  listing: string,
): Uint8Array<ArrayBuffer> {
  const names = [...parameters, ...Object.keys(locals)];
  const code = listing.split('\n').flatMap((line) => assembleLine(line, names));
  const declared = Object.values(locals).map((type) => [1, TYPES[type]]);
  const body = [...vector(declared), ...code, 0x0b];
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(1, [[0x60, ...vector(parameters.map(() => [TYPES.i32])), 0x00]]),
    ...section(2, [[...text('env'), ...text('memory'), 0x02, 0x00, 0x00]]),
    ...section(3, [[0x00]]),
    ...section(7, [[...text(name), 0x00, 0x00]]),
    ...section(10, [[...unsigned(body.length), ...body]]),
  ]);
}

function assembleLine(line: string, names: readonly string[]): readonly number[] {
  const [mnemonic, ...operands] = line.replace(/;.*/, '').trim().split(/\s+/);
  if (mnemonic === undefined || mnemonic === '') return [];
  const opcode = OPCODES[mnemonic];
  if (opcode === undefined) throw new RangeError(`unknown instruction \`${mnemonic}\``);
  const values = operands.map((operand) => (names.includes(operand) ? names.indexOf(operand) : Number(operand)));
  // Loads take their offset as operand, behind the alignment that the table holds.
  return [...opcode, ...values.flatMap(mnemonic === 'i32.const' ? signed : unsigned)];
}

function section(id: number, entries: readonly (readonly number[])[]): readonly number[] {
  const content = vector(entries);
  return [id, ...unsigned(content.length), ...content];
}

function vector(entries: readonly (readonly number[])[]): readonly number[] {
  return [...unsigned(entries.length), ...entries.flat()];
}

function text(value: string): readonly number[] {
  return [...unsigned(value.length), ...Buffer.from(value, 'latin1')];
}

/** LEB128. */
function unsigned(value: number): readonly number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): readonly number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
