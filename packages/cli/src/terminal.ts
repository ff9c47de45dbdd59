import { stripVTControlCharacters } from 'node:util';
import picocolors from 'picocolors';
import type { CommonFlags, TerminalHints } from './config.ts';

/** Where a command writes: answers and data to `out`, everything about the work itself to `note`. */
export interface Terminal {
  /** Written as it is. */
  readonly out: (text: string) => void;
  /** One JSON document, for programs. */
  readonly outJson: (value: unknown) => void;
  /** One line on standard error; silent with `--quiet`. */
  readonly note: (line: string) => void;
  /** One line on standard error, always. */
  readonly problem: (line: string) => void;
  readonly color: ReturnType<typeof picocolors.createColors>;
  /** Columns to write in. */
  readonly width: number;
  /** A link where the terminal can show one, else `text` alone. */
  readonly link: (text: string, url: string) => string;
  /** Whether progress may be drawn over. */
  readonly live: boolean;
  readonly json: boolean;
  readonly debug: boolean;
}

const WIDEST = 100;
const NARROWEST = 40;

export function openTerminal(flags: CommonFlags, hints: TerminalHints): Terminal {
  const { stdout, stderr } = process;
  const colored = flags.color !== false && (hints.color ?? stdout.isTTY === true);
  const links = colored && hints.links && stdout.isTTY === true;
  const quiet = flags.quiet ?? false;
  // A reader such as `head` may leave early; that is not a failure.
  stdout.once('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const problem = (line: string): void => void stderr.write(`${line}\n`);
  return {
    out: (text) => void stdout.write(text),
    outJson: (value) => void stdout.write(`${JSON.stringify(value, null, 2)}\n`),
    note: (line) => {
      if (!quiet) problem(line);
    },
    problem,
    color: picocolors.createColors(colored),
    width: Math.max(NARROWEST, Math.min(WIDEST, stdout.columns ?? WIDEST)),
    link: (text, url) => (links ? `\u001B]8;;${plain(url)}\u001B\\${text}\u001B]8;;\u001B\\` : text),
    live: stderr.isTTY === true && !quiet,
    json: flags.json ?? false,
    debug: flags.debug ?? false,
  };
}

/** Text of a page or a question without what a terminal would obey. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu, '');
}
