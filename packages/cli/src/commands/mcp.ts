import { serveTools } from '@ibid/server';
import type { Context } from '../main.ts';
import { ensureIndex } from '../ensure-index.ts';
import { EXIT, messageOf, type ExitCode } from '../exit-codes.ts';
import { openAnswering } from '../open-answering.ts';
import { openEngine } from '../open-index.ts';

export interface McpFlags {
  readonly source?: string;
  readonly title?: string;
}

/** Standard output is reserved for the protocol, so all other output goes to standard error. */
export async function mcp(flags: McpFlags, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  await ensureIndex(flags.source, context);
  const onError = (error: unknown): void => terminal.note(messageOf(error));
  await using answering = await openAnswering(settings, { onTrouble: onError });
  await using engine = await openEngine(settings, { answering: answering.engine, onNote: terminal.note });
  await serveTools({ engine, title: flags.title ?? settings.title ?? 'the docs', onError }, signal);
  return EXIT.ok;
}
