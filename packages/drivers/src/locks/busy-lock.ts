import { IbidError } from '@ibid/core';

export function busyLock(name: string, { host, pid }: { readonly host: string; readonly pid: number }): IbidError {
  const message = `The index \`${name}\` is being built by process ${pid} on \`${host}\`; wait until it is done`;
  return new IbidError('STORE_BUSY', message, { retryable: true, details: { host, pid } });
}
