import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitObjects } from './split-objects.ts';

describe('arguments of several calls behind each other', () => {
  it.each([
    ['{"a":1}', ['{"a":1}']],
    ['{"a":"}{"}', ['{"a":"}{"}']],
    ['{"a":1}{"a":2}', ['{"a":1}', '{"a":2}']],
    ['{"a":"\\"}"} {"b":{"c":[]}}', ['{"a":"\\"}"}', '{"b":{"c":[]}}']],
    ['{}{"a":1}', ['{"a":1}']],
    ['{}{}', ['{}']],
    ['', ['{}']],
    ['{"a":1', ['{"a":1']],
    ['{"a":1}{"b":', ['{"a":1}{"b":']],
    ['{"a":1}}', ['{"a":1}}']],
  ])('%s', (text, parts) => {
    expect(splitObjects(text)).toEqual(parts);
  });

  it('are parted whatever they hold', () => {
    const filled = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 });
    fc.assert(
      fc.property(fc.array(filled, { minLength: 1, maxLength: 4 }), (objects) => {
        const written = objects.map((object) => JSON.stringify(object));
        expect(splitObjects(written.join('\n')).map((part) => JSON.parse(part) as unknown)).toEqual(
          written.map((part) => JSON.parse(part) as unknown),
        );
      }),
    );
  });
});
