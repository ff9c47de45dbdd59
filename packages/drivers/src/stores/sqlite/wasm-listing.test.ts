import { expect, test } from 'vitest';
import { assembleModule } from './wasm-listing.ts';

test('assembles a function byte for byte', () => {
  const bytes = assembleModule(
    'put',
    ['at'],
    { value: 'i32' },
    'local.get at ; where\n i32.const -65\n local.tee value\n i32.store',
  );
  expect(Buffer.from(bytes).toString('hex')).toBe(
    [
      '0061736d01000000', // magic, version 1
      '01050160017f00', // one type: (i32) → ()
      '020f0103656e76066d656d6f7279020000', // import env.memory
      '03020100', // one function of that type
      '070701037075740000', // export put
      '0a10010e01017f', // one body with one local
      '200041bf7f22013602000b', // its code
    ].join(''),
  );
});

test('refuses an instruction that it does not know', () => {
  expect(() => assembleModule('f', [], {}, 'f64.sqrt')).toThrow('unknown instruction `f64.sqrt`');
});
