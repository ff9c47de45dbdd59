import type { ContractField, ContractStructure } from '../contracts/contract-document.ts';
import type { Decoded, JsonSchema } from '../../dialect.ts';

/** Facts that may be added to those of the document. */
export type Bounds = Partial<
  Pick<ContractField, 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'allowed' | 'default'>
>;

/** What takes requests of a structure. */
export interface RequestSubject<T> {
  /** JSON Schema 2020-12 of what is taken. */
  readonly schema: JsonSchema;
  readonly decode: (body: unknown) => Decoded<T>;
  /** A body that is taken and has every field, each with a value other than its default. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** Where a field's value ends up; required for fields with a default. */
  readonly reads?: Readonly<Record<string, (value: T) => unknown>>;
  /** Other names of a field; an issue may bear one of them. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  /** How a bad value must be met; `invalid` unless given. `undefined` stands for a field left out. */
  readonly metBy?: (field: string, value: unknown) => 'invalid' | 'refused';
  /** Bounds that our rules add to the document, by field. */
  readonly also?: Readonly<Record<string, Bounds>>;
}

/** What makes replies of a structure. */
export interface ReplySubject {
  /** JSON Schema 2020-12 of what is given; `undefined` where no schema is published. */
  readonly schema: JsonSchema | undefined;
  /** Together they have an item in every list and a value in every field that may be null. */
  readonly samples: readonly ReplySample[];
  /** Fields that a rule keeps out of replies, with the rule. They must be absent. */
  readonly without?: Readonly<Record<string, string>>;
  readonly also?: Readonly<Record<string, Bounds>>;
}

export interface ReplySample {
  readonly name: string;
  readonly body: unknown;
  /** Ids of the context's chunks, where the document ties a field to them. */
  readonly chunkIds?: readonly string[];
}

/** A structure among those that its fields may name. */
export interface Described {
  readonly structure: ContractStructure;
  readonly structures: Readonly<Record<string, ContractStructure>>;
}

export interface FieldCase {
  readonly title: string;
  /** What is not as written; empty when all is. */
  readonly findings: () => readonly string[];
}
