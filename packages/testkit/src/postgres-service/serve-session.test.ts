import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveSession, type ServedSession } from './serve-session.ts';
import { FIRST_MESSAGES, simpleQuery } from './wire-messages.ts';

/** A session that knows BEGIN, COMMIT and ROLLBACK, and takes down all it hears. */
let heard: string[];
let served: ServedSession;
const sockets: Socket[] = [];

beforeEach(async () => {
  heard = [];
  let state = 'I';
  served = await serveSession({
    async answer(messages) {
      const bytes = Buffer.from(messages);
      const text = bytes.subarray(bytes[0] === 0 ? 8 : 5, -1).toString();
      heard.push(text);
      await sleep(1);
      if (text === 'BEGIN') state = 'T';
      if (text === 'COMMIT' || text === 'ROLLBACK') state = 'I';
      return Buffer.from(`Z\0\0\0\u0005${state}`);
    },
  });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await served.close();
});

function firstMessage(code: number, body = ''): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeInt32BE(8 + body.length, 0);
  bytes.writeInt32BE(code, 4);
  return Buffer.concat([bytes, Buffer.from(body)]);
}

async function dial(): Promise<Socket> {
  const socket = connect(served.port, '127.0.0.1');
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

async function ask(socket: Socket, bytes: Uint8Array): Promise<string> {
  socket.write(bytes);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString('latin1');
}

async function letIn(): Promise<Socket> {
  const socket = await dial();
  await ask(socket, firstMessage(FIRST_MESSAGES.startup, 'user\0me\0\0'));
  return socket;
}

test('says no to TLS, lets in, and tells the second what it told the first', async () => {
  const socket = await dial();
  expect(await ask(socket, firstMessage(FIRST_MESSAGES.tls))).toBe('N');
  expect(await ask(socket, firstMessage(FIRST_MESSAGES.startup, 'user\0me\0\0'))).toMatch(/^Z.*I$/su);
  await letIn();
  expect(heard).toEqual(['user\0me\0']);
});

test('takes a request to cancel and does nothing', async () => {
  const socket = await dial();
  socket.write(firstMessage(FIRST_MESSAGES.cancel, 'idsecret'));
  await once(socket.resume(), 'end');
  expect(heard).toEqual([]);
});

test('lets nobody between the statements of a transaction', async () => {
  const all = await Promise.all([1, 2, 3].map(letIn));
  heard.length = 0;
  await Promise.all(
    all.map(async (socket, i) => {
      for (const sql of ['BEGIN', `of ${i}`, `more of ${i}`, 'COMMIT']) await ask(socket, simpleQuery(sql));
    }),
  );
  const transactions = [0, 4, 8].map((at) => heard.slice(at, at + 4));
  for (const [begin, one, more, commit] of transactions) {
    expect([begin, `more ${one}`, commit]).toEqual(['BEGIN', more, 'COMMIT']);
  }
});

test('rolls a transaction back whose connection goes, and gives the session to the next', async () => {
  const [leaving, waiting] = [await letIn(), await letIn()];
  heard.length = 0;
  await ask(leaving, simpleQuery('BEGIN'));
  const answer = ask(waiting, simpleQuery('SELECT 1'));
  await sleep(10);
  leaving.destroy();
  expect(await answer).toMatch(/I$/u);
  expect(heard).toEqual(['BEGIN', 'ROLLBACK', 'SELECT 1']);
});

test('does not hold the session for one that goes while it waits', async () => {
  const [holding, leaving, waiting] = [await letIn(), await letIn(), await letIn()];
  heard.length = 0;
  await ask(holding, simpleQuery('BEGIN'));
  leaving.write(simpleQuery('never said'));
  const answer = ask(waiting, simpleQuery('SELECT 1'));
  await sleep(10);
  leaving.destroy();
  await sleep(10);
  await ask(holding, simpleQuery('COMMIT'));
  await answer;
  expect(heard.filter((sql) => sql !== 'ROLLBACK')).toEqual(['BEGIN', 'COMMIT', 'SELECT 1']);
});
