/** The log of a server: what was asked for and how it went, never the words of readers or pages unless the owner wants them (R20). */
import { IbidError } from '@ibid/core';
import type { RequestReport } from '@ibid/server';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { LogFormat } from './log-format.ts';
import type { Terminal } from './terminal.ts';

export interface RequestLog {
  report(report: RequestReport): void;
  /** Trouble outside any request, such as a job that failed. */
  trouble(error: unknown, about: Readonly<Record<string, string>>): void;
}

/** `json` writes one object a line to `destination`; `text` one line a request to the terminal. */
export function openRequestLog(
  format: LogFormat,
  options: { readonly terminal: Terminal; readonly destination?: DestinationStream },
): RequestLog {
  if (format === 'off') return { report: () => undefined, trouble: () => undefined };
  const { terminal } = options;
  if (format === 'text') {
    return {
      report: (entry) => terminal.problem(line(entry)),
      trouble: (error, about) => terminal.problem(`${Object.values(about).join(' ')} ${nameOf(error)}`),
    };
  }
  const log: Logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    options.destination ?? pino.destination(1),
  );
  return {
    report({ cause, ...entry }) {
      const { retrievalMilliseconds } = entry;
      const fields = {
        ...entry,
        milliseconds: tenths(entry.milliseconds),
        ...(retrievalMilliseconds === undefined ? {} : { retrievalMilliseconds: tenths(retrievalMilliseconds) }),
        ...(cause === undefined ? {} : { error: describe(cause) }),
      };
      if (entry.status >= 500) log.error(fields, 'request');
      else log.info(fields, 'request');
    },
    trouble: (error, about) => log.error({ ...about, error: describe(error) }, 'trouble'),
  };
}

/** Only our own errors are known to keep texts out of their message; of others the place must do. */
function describe(error: unknown): Readonly<Record<string, unknown>> {
  if (IbidError.is(error)) return { code: error.code, message: error.message, at: frames(error) };
  return { type: nameOf(error), at: frames(error) };
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function frames(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const lines = stack.split('\n').map((text) => text.trim());
  return lines.filter((text) => text.startsWith('at ')).slice(0, 8);
}

function nameOf(error: unknown): string {
  if (IbidError.is(error)) return error.code;
  return error instanceof Error ? error.name : typeof error;
}

function line({
  method,
  route,
  status,
  milliseconds,
  requestId,
  code,
  outcome,
  cause,
  question,
}: RequestReport): string {
  const parts = [
    method,
    route === '' ? '(no such address)' : route,
    String(status),
    `${milliseconds.toFixed(0)} ms`,
    requestId,
    outcome ?? '',
    code ?? '',
    question?.text === undefined ? '' : JSON.stringify(question.text),
  ];
  const at = cause === undefined ? '' : `\n  ${nameOf(cause)} ${frames(cause).join('\n  ')}`;
  return parts.filter((part) => part !== '').join(' ') + at;
}
