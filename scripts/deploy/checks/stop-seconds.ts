import { readFileSync } from 'node:fs';
import { checkConfig } from '../../../packages/cli/src/config-schema.ts';

/** Longest that a server with the configuration `file` takes to stop, its last words included. Throws for a file that the program would refuse. */
export function stopSeconds(file: string): number {
  const { server } = checkConfig(JSON.parse(readFileSync(file, 'utf8')), file);
  return (server?.drainSeconds ?? 0) + (server?.finishSeconds ?? 5) + 1;
}
