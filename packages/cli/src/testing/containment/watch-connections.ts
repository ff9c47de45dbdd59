import { Socket } from 'node:net';

export interface ConnectionWatch {
  /** `host:port` of every connection that this process has opened, in order. */
  readonly targets: readonly string[];
  stop(): void;
}

type Connect = (this: Socket, ...given: readonly unknown[]) => Socket;

/** Records each connection that this process opens, whatever library is used. */
export function watchConnections(): ConnectionWatch {
  const targets: string[] = [];
  const original = Socket.prototype.connect as Connect;
  const watched: Connect = function (this: Socket, ...given) {
    targets.push(targetOf(given));
    return original.apply(this, [...given]);
  };
  Socket.prototype.connect = watched as typeof Socket.prototype.connect;
  return {
    targets,
    stop() {
      Socket.prototype.connect = original as typeof Socket.prototype.connect;
    },
  };
}

function targetOf(given: readonly unknown[]): string {
  // `net.connect` passes its arguments on as one list.
  const [first, second] = Array.isArray(given[0]) ? (given[0] as readonly unknown[]) : given;
  if (typeof first === 'object' && first !== null) {
    const {
      host = 'localhost',
      port,
      path,
    } = first as { readonly host?: string; readonly port?: unknown; readonly path?: string };
    return path ?? `${host}:${String(port)}`;
  }
  return `${typeof second === 'string' ? second : 'localhost'}:${String(first)}`;
}
