import { IbidError } from '@ibid/core';
import { CommanderError } from 'commander';
import { readSettings, terminalHints, type CommonFlags, type Settings } from './config.ts';
import { EXIT, exitCodeOf, reportError, type ExitCode } from './exit-codes.ts';
import { buildProgram } from './program.ts';
import { openTerminal, type Terminal } from './terminal.ts';

/** Terminals and wrappers such as npm can deliver one Ctrl-C twice within milliseconds. */
const ONE_PRESS_MS = 300;

/** Arguments that every command receives in addition to its own options. */
export interface Context {
  readonly terminal: Terminal;
  readonly settings: Settings;
  readonly signal: AbortSignal;
}

/** Runs one command line and resolves to the exit code. Does not reject for user errors. */
export async function runCli(argv: readonly string[]): Promise<number> {
  // A consumer such as `head` may close the pipe early; that is not a failure.
  process.stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  let code: ExitCode = EXIT.ok;
  const program = buildProgram(async (flags, command) => {
    code = await runCommand(flags, command);
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  }
  return code;
}

async function runCommand(flags: CommonFlags, command: (context: Context) => Promise<ExitCode>): Promise<ExitCode> {
  const terminal = openTerminal(flags, terminalHints());
  const interrupt = new AbortController();
  let first: number | undefined;
  // The first Ctrl-C or `SIGTERM` stops the command; a second one ends the process at once.
  const onSignal = (): void => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      terminal.note('\nStopping …');
      interrupt.abort(new IbidError('ABORTED', 'Stopped.'));
    } else if (now - first > ONE_PRESS_MS) {
      process.exit(EXIT.interrupted);
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  try {
    return await command({ terminal, settings: await readSettings(flags), signal: interrupt.signal });
  } catch (error) {
    // An interrupted call may fail with another error first; the interruption is what is reported.
    const reported = interrupt.signal.aborted ? interrupt.signal.reason : error;
    reportError(reported, terminal);
    return exitCodeOf(reported);
  } finally {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
  }
}
