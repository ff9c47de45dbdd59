import type { Diagnostic } from '@ibid/core/types';
import type { Context } from '../main.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { emptyIndex, openIndex } from '../open-index.ts';
import { plain } from '../terminal.ts';

/** Checks the whole index and prints every inconsistency. Fails if there is any, and with `NOT_INDEXED` if nothing is published. */
export async function verify(_: object, context: Context): Promise<ExitCode> {
  const { terminal, settings, signal } = context;
  await using store = await openIndex(settings);
  const info = await store.info({ signal });
  if (info === undefined) throw emptyIndex(settings.index);
  const problems: Diagnostic[] = [];
  for await (const problem of store.check({ signal })) {
    problems.push(problem);
    const { severity, page, message, rule } = problem;
    if (!terminal.json) terminal.out(`${terminal.color.red(severity)} ${plain(page)}: ${plain(message)} [${rule}]\n`);
  }
  const sound = problems.every(({ severity }) => severity !== 'error');
  const { generation, pages, chunks } = info;
  if (terminal.json) {
    terminal.outJson({ index: settings.index.name, sound, generation, pages, chunks, problems });
  } else if (sound) {
    const counts = `${pages} pages, ${chunks} passages, generation ${generation}`;
    terminal.out(`${settings.index.name} is sound: ${counts}\n`);
  } else {
    terminal.problem(`${problems.length} problems. Index again with --fresh into another index.`);
  }
  return sound ? EXIT.ok : EXIT.failure;
}
