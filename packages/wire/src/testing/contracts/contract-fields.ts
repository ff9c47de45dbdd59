import { IbidError } from '@ibid/core';
import type { ContractDocument, ContractId, ContractStructure } from './contract-document.ts';
import contracts from './contracts.json' with { type: 'json' };

/** Names of the structures that a document defines. */
export type StructureName<C extends ContractId> = keyof (typeof contracts)[C]['structures'] & string;

/** Returns one structure as the document defines it. */
export function contractStructure<C extends ContractId>(contract: C, name: StructureName<C>): ContractStructure {
  const structure = contractDocument(contract).structures[name];
  if (structure === undefined) {
    throw new IbidError('INVALID_CONFIG', `\`${contract}\` defines no structure \`${name}\`; see \`contracts.json\`.`);
  }
  return structure;
}

/** Returns the data of one document. */
export function contractDocument(contract: ContractId): ContractDocument {
  return (contracts as unknown as Readonly<Record<ContractId, ContractDocument>>)[contract];
}
