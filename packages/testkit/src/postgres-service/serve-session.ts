import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { FIRST_MESSAGES, simpleQuery, transactionState, wireReader } from './wire-messages.ts';

/** A database that has one session and speaks the protocol without a network. */
export interface OneSession {
  /** Whole messages in, all answers to them out. One call at a time. */
  answer(messages: Uint8Array): Promise<Uint8Array>;
}

export interface ServedSession {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Lets any number of connections share the one session: each has it to itself from its first message until the answer says that no
 * transaction is open, and the others wait. A connection that goes in a transaction has it rolled back. So they see what they would
 * see of one another on a server, but never work at the same time. What a session would keep beyond a transaction they would
 * share; passwords and requests to cancel are not looked at.
 */
export async function serveSession(session: OneSession): Promise<ServedSession> {
  const sockets = new Set<Socket>();
  let turn: Promise<void> = Promise.resolve();
  /** Resolves with what gives the session to the next. */
  const hold = async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = turn;
    turn = promise;
    await before;
    return resolve;
  };
  let greeting: Promise<Uint8Array> | undefined;

  async function greet(startup: Uint8Array): Promise<Uint8Array> {
    const free = await hold();
    // The session begins once; later connections are told the same.
    greeting ??= session.answer(startup);
    return greeting.finally(free);
  }

  function serve(socket: Socket): void {
    sockets.add(socket);
    const reader = wireReader();
    let isIn = false;
    let free: (() => void) | undefined;
    let work: Promise<void> = Promise.resolve();

    async function first(message: Buffer): Promise<void> {
      const code = message.readInt32BE(4);
      if (code === FIRST_MESSAGES.tls || code === FIRST_MESSAGES.gss) socket.write('N');
      else if (code === FIRST_MESSAGES.startup) {
        isIn = true;
        socket.write(await greet(message));
      } else socket.end();
    }

    async function next(batch: Buffer): Promise<void> {
      if (batch[0] === 'X'.charCodeAt(0)) {
        socket.end();
        return;
      }
      free ??= await hold();
      if (socket.destroyed) return;
      const answer = await session.answer(batch);
      if (transactionState(answer) === 'I') giveBack();
      if (!socket.destroyed) socket.write(answer);
    }

    function giveBack(): void {
      free?.();
      free = undefined;
    }

    async function readAll(): Promise<void> {
      for (;;) {
        const message = isIn ? reader.batch() : reader.first();
        if (message === undefined || socket.destroyed) return;
        await (isIn ? next(message) : first(message));
      }
    }

    const later = (step: () => Promise<void>): void => {
      work = work.then(step).catch(() => {
        socket.destroy();
      });
    };
    socket.setNoDelay(true);
    socket.on('error', () => socket.destroy());
    socket.on('data', (bytes) => {
      reader.push(bytes);
      later(readAll);
    });
    socket.on('close', () => {
      sockets.delete(socket);
      later(async () => {
        if (free === undefined) return;
        await session.answer(simpleQuery('ROLLBACK')).finally(giveBack);
      });
    });
  }

  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      await turn;
    },
  };
}
