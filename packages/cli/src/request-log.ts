/** The log of a server: each request and its result, without text of readers or pages unless the owner enables it. */
import { IbidError } from '@ibid/core';
import type { RequestReport } from '@ibid/server';
import type { LogFormat } from './define-config.ts';
import { plain, type Terminal } from './terminal.ts';

export interface RequestLog {
  report(report: RequestReport): void;
  /** Reports an error outside any request, such as a failed job. */
  trouble(error: unknown, about: Readonly<Record<string, string>>): void;
}

/** Parts whose errors cost the owner money, or answers worded by a model. */
const OF_MODELS: readonly (string | undefined)[] = ['model', 'ledger', 'prices'];

/** Levels of the JSON lines, in the numbers that log collectors know from pino and bunyan. */
const LEVELS = { info: 30, error: 50 } as const;

/** `json` writes one object per line to standard output; `text` writes one line per request to the terminal; `off` reports only errors of models. */
export function openRequestLog(format: LogFormat, { out, problem }: Pick<Terminal, 'out' | 'problem'>): RequestLog {
  if (format === 'json') {
    const log = (level: keyof typeof LEVELS, fields: object, msg: string): void =>
      out(`${JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), ...fields, msg })}\n`);
    return {
      report({ cause, milliseconds, retrievalMilliseconds: retrieval, ...entry }) {
        const hasFailed = entry.status >= 500 || (entry.brokenOff === true && entry.code !== 'ABORTED');
        const times = {
          milliseconds: tenths(milliseconds),
          retrievalMilliseconds: retrieval === undefined ? undefined : tenths(retrieval),
        };
        const error = cause === undefined ? undefined : describe(cause);
        log(hasFailed ? 'error' : 'info', { ...entry, ...times, error }, 'request');
      },
      trouble: (error, about) => log('error', { ...about, error: describe(error) }, 'trouble'),
    };
  }
  const latest = new Map<string, string>();
  return {
    report: format === 'text' ? (entry) => problem(line(entry)) : () => undefined,
    trouble(error, about) {
      const subject = Object.values(about).join(' ');
      const text = plain(`${subject}: ${nameOf(error)}`);
      if (format === 'off') {
        if (!OF_MODELS.includes(about['part']) || latest.get(subject) === text) return;
        latest.set(subject, text);
      }
      problem(text);
    },
  };
}

function tenths(milliseconds: number): number {
  return Math.round(milliseconds * 10) / 10;
}

function describe(error: unknown): Readonly<Record<string, unknown>> {
  const name = nameOf(error);
  return { ...(IbidError.is(error) ? { code: error.code, message: name } : { type: name }), at: frames(error) };
}

/** Only messages of Ibid's own errors are known to contain no text of readers or pages. Other errors are logged by type and stack frames. */
function nameOf(error: unknown): string {
  if (IbidError.is(error)) return error.message;
  return error instanceof Error ? error.name : typeof error;
}

function frames(error: unknown): readonly string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const lines = stack.split('\n').map((text) => text.trim());
  return lines.filter((text) => text.startsWith('at ')).slice(0, 8);
}

function line({ cause, ...entry }: RequestReport): string {
  const { method, route, status, milliseconds, requestId, code, brokenOff, outcome, fallback, question } = entry;
  const first = [
    method,
    route === '' ? '(no such address)' : route,
    `${status} ${milliseconds.toFixed(0)} ms`,
    requestId,
    outcome,
    code,
    brokenOff === true ? 'broken off' : '',
    fallback && `fallback=${fallback}`,
    question?.text === undefined ? '' : JSON.stringify(question.text),
  ]
    .filter(Boolean)
    .join(' ');
  if (cause === undefined) return first;
  // Stack frames add nothing to a model error, because its message says what to do.
  const stack = IbidError.is(cause) && fallback !== undefined ? [] : frames(cause);
  return [first, plain(nameOf(cause)), ...stack].join('\n  ');
}
