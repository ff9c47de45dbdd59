import { IbidError } from '@ibid/core';

export interface Address {
  readonly origin: string;
  readonly port: number;
  readonly prefix: string;
}

/** Where Qdrant listens unless told otherwise, whatever the scheme; its own clients take it so too. */
const USUAL_PORT = 6333;

/** Where a Qdrant is. Throws `INVALID_CONFIG` for anything but a plain web address; a password in it is not repeated. */
export function checkAddress(text: unknown): Address {
  const url = typeof text === 'string' ? URL.parse(text) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw refused('must look like `http://127.0.0.1:6333`', String(text).includes('@') ? undefined : text);
  }
  if (url.username !== '' || url.password !== '') {
    throw refused('holds a user name or password. Take it out; a key stands in `QDRANT_API_KEY`');
  }
  if (url.search !== '' || url.hash !== '') throw refused('must have no query and no hash');
  return {
    origin: `${url.protocol}//${url.hostname}`,
    port: url.port === '' ? (namedPort(text as string) ?? USUAL_PORT) : Number(url.port),
    prefix: url.pathname.replace(/\/+$/u, ''),
  };
}

/** A port that goes without saying is left out of a parsed address, even where it was said. */
function namedPort(text: string): number | undefined {
  const named = /^\s*https?:\/\/[^/?#]*:0*(80|443)(?=[/?#]|\s*$)/iu.exec(text)?.[1];
  return named === undefined ? undefined : Number(named);
}

function refused(problem: string, shown?: unknown): IbidError {
  const value = shown === undefined ? '' : ` is ${JSON.stringify(String(shown).slice(0, 200))} and`;
  return new IbidError('INVALID_CONFIG', `\`url\` of Qdrant${value} ${problem}.`);
}
