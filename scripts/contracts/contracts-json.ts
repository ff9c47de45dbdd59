import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractDocument, ContractId } from '../../packages/wire/src/testing/contracts/contract-document.ts';
import { readDocument } from './read-document.ts';

const CONTRACTS: readonly ContractId[] = ['C0', 'C1', 'C2', 'C3', 'C4'];

/** The committed text of `contracts.json`, read from the documents in `folder`: `000…` is C0, `004…` is C4. */
export function contractsJson(folder: string): string {
  const names = readdirSync(folder).sort();
  const contracts = CONTRACTS.map((id, index): [ContractId, ContractDocument] => {
    const number = String(index).padStart(3, '0');
    const [name, ...others] = names.filter((one) => one.startsWith(number) && one.endsWith('.txt'));
    if (name === undefined || others.length > 0) {
      throw new Error(`${folder} must have exactly one document ${number}….txt, and has ${names.join(', ')}.`);
    }
    return [id, readDocument(name, readFileSync(join(folder, name), 'utf8'))];
  });
  return `${JSON.stringify(Object.fromEntries(contracts), null, 2)}\n`;
}
