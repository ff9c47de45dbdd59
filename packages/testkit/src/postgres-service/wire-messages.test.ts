import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { simpleQuery, transactionState, wireReader } from './wire-messages.ts';

function message(kind: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind, 'latin1');
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

test('messages come out whole and in order, however the network cuts them', () => {
  const kinds = fc.constantFrom('P', 'B', 'D', 'E', 'Q', 'S', 'H', 'X');
  const messages = fc.array(fc.tuple(kinds, fc.uint8Array({ maxLength: 20 })), { maxLength: 20 });
  fc.assert(
    fc.property(messages, fc.infiniteStream(fc.integer({ min: 1, max: 9 })), (all, sizes) => {
      const wire = Buffer.concat(all.map(([kind, body]) => message(kind, body)));
      const reader = wireReader();
      const batches: Buffer[] = [];
      for (let at = 0; at < wire.length;) {
        const size = sizes.next().value;
        reader.push(wire.subarray(at, at + size));
        at += size;
        for (let batch = reader.batch(); batch !== undefined; batch = reader.batch()) batches.push(batch);
      }
      const wanted: Buffer[] = [];
      let open: Buffer[] = [];
      for (const [kind, body] of all) {
        open.push(message(kind, body));
        if ('QSHX'.includes(kind)) wanted.push(Buffer.concat(open.splice(0)));
      }
      expect(batches).toEqual(wanted);
    }),
  );
});

test('the first message has no sign, and waits until all of it has come', () => {
  const reader = wireReader();
  const startup = Buffer.from([0, 0, 0, 12, 0, 3, 0, 0, 1, 2, 3, 4]);
  for (const byte of startup.subarray(0, -1)) {
    reader.push(Uint8Array.of(byte));
    expect(reader.first()).toBeUndefined();
  }
  reader.push(Buffer.concat([startup.subarray(-1), simpleQuery('SELECT 1')]));
  expect(reader.first()).toEqual(startup);
  expect(reader.batch()).toEqual(simpleQuery('SELECT 1'));
});

test('an answer says by its last word whether a transaction is open', () => {
  const ready = (state: string): Buffer => message('Z', Buffer.from(state));
  const row = message('D', Buffer.from('Z\0\0\0\u0005I'));
  expect(transactionState(row)).toBeUndefined();
  expect(transactionState(Buffer.concat([row, ready('T')]))).toBe('T');
  expect(transactionState(Buffer.concat([ready('T'), row, ready('I')]))).toBe('I');
});
