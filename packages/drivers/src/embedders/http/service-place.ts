import { IbidError } from '@ibid/core';
import type { HostedOptions } from './hosted-options.ts';

export interface ServicePlace {
  readonly base: URL;
  /** Whether that is the provider itself. */
  readonly isOwn: boolean;
  readonly key: string | undefined;
  /** What to call the place of the key in messages. */
  readonly keyName: string;
}

/** Where a service is and with which key. Throws `INVALID_CONFIG` for an address or key that cannot be, and where a provider's own needs one. */
export function servicePlace(
  provider: { readonly name: string; readonly own: string; readonly needsKey: boolean },
  options: HostedOptions,
): ServicePlace {
  const { name, own, needsKey } = provider;
  const base = checkedUrl(options.baseUrl ?? own, name);
  const isOwn = base.origin === new URL(own).origin;
  const keyName = options.keyName ?? 'apiKey';
  const key = checkedKey(options.apiKey, keyName);
  if (isOwn && needsKey && key === undefined) {
    throw new IbidError('INVALID_CONFIG', `The embedder \`${name}\` needs a key. Put it into \`${keyName}\`.`);
  }
  return { base, isOwn, key, keyName };
}

/** The address of a path below the base. */
export function below(base: URL, path: string): string {
  return `${base.href.replace(/\/+$/u, '')}${path}`;
}

/** For services that take the key as most do. */
export function bearer(key: string | undefined): Readonly<Record<string, string>> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

function checkedUrl(text: string, name: string): URL {
  const url = URL.parse(text);
  const isWeb = url !== null && (url.protocol === 'https:' || url.protocol === 'http:');
  if (isWeb && url.username === '' && url.password === '' && url.search === '' && url.hash === '') return url;
  throw new IbidError(
    'INVALID_CONFIG',
    `\`baseUrl\` of the embedder \`${name}\` must look like \`https://host/path\`, without user name, query and hash.`,
  );
}

/** Without white space around it, such as the end of a line; `undefined` for none. No message holds a key. */
function checkedKey(key: string | undefined, keyName: string): string | undefined {
  const trimmed = key?.trim() ?? '';
  if (trimmed === '') return undefined;
  if (/^[!-~]+$/u.test(trimmed)) return trimmed;
  throw new IbidError(
    'INVALID_CONFIG',
    `The key in \`${keyName}\` holds a blank or a character that no key has. Copy it again.`,
  );
}
