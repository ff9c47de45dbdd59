import { once } from 'node:events';
import { createServer } from 'node:net';
import { listenAddress } from '../packages/cli/src/commands/serve.ts';
import { readSettings, type CommonFlags } from '../packages/cli/src/config.ts';
import { EXIT } from '../packages/cli/src/exit-codes.ts';
import { buildProgram } from '../packages/cli/src/program.ts';

type ServeFlags = CommonFlags & { readonly port?: number; readonly host?: string };

/**
 * Checks flags for `ibid serve` without running it. Returns `undefined` if they are valid, or the exit code with which it would end at
 * once, as for `--help`, an unknown option (already reported by the program) or a port in use (reported to `say`).
 */
export async function checkServeFlags(
  flags: readonly string[],
  say: (line: string) => void,
): Promise<number | undefined> {
  let read: ServeFlags = {};
  const program = buildProgram((given) => {
    read = given;
    return Promise.resolve();
  });
  try {
    await program.parseAsync(['serve', ...flags], { from: 'user' });
    const { server } = await readSettings(read);
    const { port, host } = listenAddress(read, server);
    if (!(await isTaken(port, host))) return undefined;
    say(`Port ${port} is taken. Name another one with \`--port\`.`);
  } catch (error) {
    const { code, exitCode, message } = error as Error & { readonly code?: unknown; readonly exitCode?: number };
    // Errors of the command line parser have been printed already.
    if (!String(code).startsWith('commander.')) say(message);
    else if (exitCode === 0) return EXIT.ok;
  }
  return EXIT.usage;
}

async function isTaken(port: number, host: string): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  }
}
