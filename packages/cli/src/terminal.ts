import { stripVTControlCharacters } from 'node:util';
import picocolors from 'picocolors';
import type { CommonFlags, TerminalHints } from './config.ts';

/** Output of a command: answers and data go to `out`, messages about the work to `note`. */
export interface Terminal {
  /** Writes text unchanged. */
  readonly out: (text: string) => void;
  /** Writes one JSON document, for programs. */
  readonly outJson: (value: unknown) => void;
  /** Writes one line to standard error; silent with `--quiet`. */
  readonly note: (line: string) => void;
  /** Writes one line to standard error, always. */
  readonly problem: (line: string) => void;
  readonly color: ReturnType<typeof picocolors.createColors>;
  /** Number of columns to use. */
  readonly width: number;
  /** Returns a hyperlink if the terminal supports it, else `text`. */
  readonly link: (text: string, url: string) => string;
  /** Writes to standard error unchanged, to draw over the line; `undefined` if that is no terminal, and with `--quiet`. */
  readonly draw: ((text: string) => void) | undefined;
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
    draw: stderr.isTTY === true && !quiet ? (text) => void stderr.write(text) : undefined,
    json: flags.json ?? false,
    debug: flags.debug ?? false,
  };
}

/** Removes control characters and escape sequences from untrusted text, so that the terminal does not execute them. */
export function plain(text: string): string {
  return stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/gu, '');
}

/** Example: `1 page`, `2 pages`. */
export function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
