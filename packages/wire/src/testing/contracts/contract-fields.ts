/** The structures that the five contract documents define, as data. */
import contracts from './contracts.json' with { type: 'json' };

export type ContractId = 'C0' | 'C1' | 'C2' | 'C3' | 'C4';

/** Names of the structures that a document defines. */
export type StructureName<C extends ContractId> = keyof (typeof contracts)[C]['structures'] & string;

/** One document; fields and transitions are in its order. */
interface ContractDocument {
  /** File name of the document. */
  readonly document: string;
  /** SHA-256 of the document, hex. */
  readonly sha256: string;
  readonly structures: Readonly<Record<string, ContractStructure>>;
  readonly transitions?: readonly { readonly from: string; readonly to: string }[];
}

export interface ContractStructure {
  readonly fields: readonly ContractField[];
}

interface ContractItems {
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  /** Name of an object's structure. */
  readonly structure?: string;
}

export interface ContractField extends ContractItems {
  readonly name: string;
  /** The type as written in the document. */
  readonly written: string;
  /** Type of an array's items; absent if the document does not specify it. */
  readonly items?: ContractItems;
  readonly nullable: boolean;
  readonly required: boolean;
  readonly default?: number | string | boolean;
  /** Inclusive, like all bounds. */
  readonly minimum?: number;
  readonly maximum?: number;
  /** In characters. */
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly allowed?: readonly (string | number)[];
  /** The value is a digest of these. */
  readonly digest?: { readonly algorithm: string; readonly of: readonly string[] };
}

/** Returns the data of one document. */
export function contractDocument(contract: ContractId): ContractDocument {
  return (contracts as unknown as Readonly<Record<ContractId, ContractDocument>>)[contract];
}

/** Returns one structure as the document defines it. */
export function contractStructure<C extends ContractId>(contract: C, name: StructureName<C>): ContractStructure {
  return contractDocument(contract).structures[name]!;
}
