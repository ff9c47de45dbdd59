import { readFileSync } from 'node:fs';
import { checkConfig } from '../../../packages/cli/src/config-schema.ts';
import type { IbidConfig } from '../../../packages/cli/src/define-config.ts';

/** The configuration in the file of a deployment. Throws for one that the program would refuse. */
export function deployedConfig(file: string): IbidConfig {
  return checkConfig(JSON.parse(readFileSync(file, 'utf8')), file);
}
