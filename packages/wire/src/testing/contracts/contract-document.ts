/** The structures defined by the five contract documents, as data. */
export type ContractId = 'C0' | 'C1' | 'C2' | 'C3' | 'C4';

export interface ContractDocument {
  /** File name of the document. */
  readonly document: string;
  /** SHA-256 of the document, hex. */
  readonly sha256: string;
  readonly structures: Readonly<Record<string, ContractStructure>>;
  /** Name of the vector collection. */
  readonly collection?: string;
  /** Model that creates the vectors. */
  readonly embeddingModel?: string;
  /** In the order of the document. */
  readonly transitions?: readonly ContractTransition[];
}

export interface ContractStructure {
  /** In the order of the document. */
  readonly fields: readonly ContractField[];
  /** True if further fields may be present. */
  readonly open?: true;
  readonly rules?: readonly ContractRule[];
  /** JSON types of the fields in the document's example. */
  readonly example?: Readonly<Record<string, JsonType>>;
}

export type FieldType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
export type JsonType = Exclude<FieldType, 'integer'> | 'null';

export interface ContractField {
  readonly name: string;
  /** The type as written in the document. */
  readonly written: string;
  readonly type: FieldType;
  /** Item type of an array; absent if the document does not specify it. */
  readonly items?: ContractItems;
  /** Name of an object's structure. */
  readonly structure?: string;
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

export type ContractItems = { readonly type: FieldType; readonly structure?: string };

/** A validation rule that involves several fields. */
export type ContractRule =
  /** `field` is not empty when `other` has this value. */
  | { readonly kind: 'present-when'; readonly field: string; readonly other: string; readonly is: string }
  /** Chunks named by `field` are chunks of the given context. */
  | { readonly kind: 'in-context'; readonly field: string }
  /** `field` is an object with all its required fields. */
  | { readonly kind: 'well-formed'; readonly field: string }
  /** `field` needs a further check when `other` has this value. */
  | { readonly kind: 'checked-when'; readonly field: string; readonly other: string; readonly is: string };

export interface ContractTransition {
  readonly from: string;
  readonly to: string;
}
