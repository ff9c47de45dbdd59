import { Connection, type Client } from 'pg';

/** Longest that the message may be on its way. */
const PATIENCE_MS = 2000;

/**
 * Asks the server, over a connection of its own, to stop what it does for this client, whose connection is given up: it would
 * otherwise notice only when it has something to say, and hold its locks until then. Resolves when the server was told and has
 * hung up, or could not be told.
 */
export async function cancelStatement(client: Client): Promise<void> {
  const { processID, secretKey } = client as unknown as { readonly processID: number; readonly secretKey: number };
  // A client that is made and not connected knows where to connect and how.
  const { connectionParameters } = client as unknown as { readonly connectionParameters: Parameters };
  const { host, port, ssl, sslnegotiation } = connectionParameters;
  const connection = new Connection({ ssl, sslNegotiation: sslnegotiation } as never) as unknown as Wire;
  const timer = setTimeout(() => connection.stream.destroy(), PATIENCE_MS).unref();
  connection.on('error', () => connection.stream.destroy());
  const ended = Promise.withResolvers<void>();
  connection.on('end', ended.resolve);
  // A pooler may forget it when we hang up first.
  const say = (): void => connection.cancel(processID, secretKey);
  connection.on('connect', () => {
    if (!ssl) say();
    else if (sslnegotiation !== 'direct') connection.requestSsl();
  });
  connection.on('sslconnect', say);
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
  // A process that ends does not wait for it.
  connection.stream.unref();
  await ended.promise;
  clearTimeout(timer);
}

interface Parameters {
  readonly host: string;
  readonly port: number;
  readonly ssl?: unknown;
  readonly sslnegotiation?: string;
}

/** The part of `pg.Connection` used here. */
interface Wire {
  readonly stream: { destroy(): void; unref(): void };
  on(event: 'connect' | 'sslconnect' | 'error' | 'end', listener: () => void): void;
  connect(portOrPath: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
}
