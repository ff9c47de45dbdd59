import { IbidError } from '@ibid/core';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { RequestReport } from '@ibid/server';
import type { Context } from '../context.ts';
import { ensureIndex } from '../ensure-index.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { openEngine } from '../open-index.ts';

export interface ServeFlags {
  readonly source?: string;
  readonly port?: number;
  readonly host?: string;
  readonly origin?: readonly string[];
  readonly title?: string;
}

const DEFAULT_PORT = 3210;
/** How long answers under way may go on after the first Ctrl-C, and then how long their last words may take. */
const FINISH_MS = 5_000;
const LAST_WORDS_MS = 1_000;

export async function serveCommand(flags: ServeFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  await ensureIndex(flags.source, context);
  const { createApp, serve } = await import('@ibid/server');
  const engine = await openEngine(settings.index);
  const shutdown = new AbortController();
  try {
    const info = await engine.info({ signal });
    if (info === undefined) {
      throw new IbidError('NOT_INDEXED', `The index \`${settings.index}\` is empty. Index a folder or a site first.`);
    }
    const title = flags.title ?? settings.title;
    const app = createApp({
      engine,
      newId: randomUUID,
      now: () => performance.now(),
      origins: flags.origin ?? settings.server?.origins ?? [],
      shutdown: shutdown.signal,
      ...(title === undefined ? {} : { title }),
      ...(terminal.debug ? { report: (entry: RequestReport) => terminal.problem(logLine(entry)) } : {}),
    });
    const cap = settings.server?.connectionsPerAddress;
    const port = flags.port ?? settings.server?.port ?? DEFAULT_PORT;
    const server = await serve(app, {
      port,
      host: flags.host ?? settings.server?.host ?? '127.0.0.1',
      ...(cap === undefined ? {} : { connectionsPerAddress: cap }),
    }).catch((cause: unknown) => {
      throw portError(cause, port);
    });
    terminal.problem(`${terminal.color.bold('Ibid')} answers at ${terminal.link(server.url, server.url)}`);
    terminal.note(terminal.color.dim(`${info.pages} pages, ${info.chunks} passages. Ctrl-C stops it.`));
    await aborted(signal);

    terminal.note('Answers under way may finish; Ctrl-C again stops at once.');
    const closed = server.close();
    await Promise.race([closed, wait(FINISH_MS, undefined, { ref: false })]);
    shutdown.abort();
    await Promise.race([closed, wait(LAST_WORDS_MS, undefined, { ref: false })]);
    server.endNow();
    await closed;
    return EXIT.ok;
  } finally {
    await engine.close();
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function portError(cause: unknown, port: number): unknown {
  const code = (cause as { code?: unknown }).code;
  if (code === 'EADDRINUSE') {
    return new IbidError('INVALID_CONFIG', `Port ${port} is taken. Name another one with \`--port\`.`, { cause });
  }
  if (code === 'EACCES') {
    return new IbidError('INVALID_CONFIG', `Port ${port} needs more rights. Name one above 1023 with \`--port\`.`, {
      cause,
    });
  }
  return cause;
}

function logLine({ method, path, status, milliseconds, requestId, code, cause }: RequestReport): string {
  const trouble = code === undefined ? '' : ` ${code}`;
  const detail = cause instanceof Error ? `\n${cause.stack ?? cause.message}` : '';
  return `${method} ${path} ${status} ${milliseconds.toFixed(0)} ms ${requestId}${trouble}${detail}`;
}
