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
export function openRequestLog(format: LogFormat, terminal: Pick<Terminal, 'out' | 'problem'>): RequestLog {
  if (format === 'text') {
    return {
      report: (entry) => terminal.problem(line(entry)),
      trouble: (error, about) => terminal.problem(troubleLine(error, about)),
    };
  }
  if (format === 'off') {
    const latest = new Map<string, string>();
    return {
      report: () => undefined,
      trouble(error, about) {
        const text = troubleLine(error, about);
        const subject = Object.values(about).join(' ');
        if (!OF_MODELS.includes(about['part']) || latest.get(subject) === text) return;
        latest.set(subject, text);
        terminal.problem(text);
      },
    };
  }
  const log = (level: keyof typeof LEVELS, fields: object, msg: string): void =>
    terminal.out(`${JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), ...fields, msg })}\n`);
  return {
    report({ cause, milliseconds, retrievalMilliseconds: retrieval, ...entry }) {
      const fields = {
        ...entry,
        milliseconds: tenths(milliseconds),
        ...(retrieval === undefined ? {} : { retrievalMilliseconds: tenths(retrieval) }),
        ...(cause === undefined ? {} : { error: describe(cause) }),
      };
      const hasFailed = entry.status >= 500 || (entry.brokenOff === true && cause !== undefined);
      log(hasFailed ? 'error' : 'info', fields, 'request');
    },
    trouble: (error, about) => log('error', { ...about, error: describe(error) }, 'trouble'),
  };
}

/** Only messages of Ibid's own errors are known to contain no text of readers or pages. Other errors are logged by type and stack frames. */
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

function troubleLine(error: unknown, about: Readonly<Record<string, string>>): string {
  return plain(`${Object.values(about).join(' ')}: ${IbidError.is(error) ? error.message : nameOf(error)}`);
}

function line({ cause, ...entry }: RequestReport): string {
  const { method, route, status, milliseconds, requestId, code, brokenOff, outcome, fallback, question } = entry;
  const parts = [
    method,
    route === '' ? '(no such address)' : route,
    String(status),
    `${milliseconds.toFixed(0)} ms`,
    requestId,
    outcome ?? '',
    code ?? '',
    brokenOff === true ? 'broken off' : '',
    fallback === undefined ? '' : `fallback=${fallback}`,
    question?.text === undefined ? '' : JSON.stringify(question.text),
  ];
  const first = parts.filter((part) => part !== '').join(' ');
  if (cause === undefined) return first;
  const isOwn = IbidError.is(cause);
  // Stack frames add nothing to a model error, because its message says what to do.
  const stack = isOwn && fallback !== undefined ? [] : frames(cause);
  return [first, isOwn ? plain(cause.message) : nameOf(cause), ...stack].join('\n  ');
}
