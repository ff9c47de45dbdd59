import type { ContractField, ContractStructure } from '../contracts/contract-document.ts';
import type { Decoded, JsonSchema } from '../../dialect.ts';

/** Constraints that may be added to those of the document. */
export type Bounds = Partial<
  Pick<ContractField, 'minimum' | 'maximum' | 'minLength' | 'maxLength' | 'allowed' | 'default'>
>;

/** A decoder of requests of a structure. */
export interface RequestSubject<T> {
  /** JSON Schema 2020-12 of accepted requests. */
  readonly schema: JsonSchema;
  readonly decode: (body: unknown) => Decoded<T>;
  /** A valid body with every field set to a value other than its default. */
  readonly valid: Readonly<Record<string, unknown>>;
  /** Returns the decoded value of a field; required for fields with a default. */
  readonly reads?: Readonly<Record<string, (value: T) => unknown>>;
  /** Other names of a field. An issue may use any of them. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>;
  /** Required result for a bad value; default `invalid`. `undefined` as value means a missing field. */
  readonly metBy?: (field: string, value: unknown) => 'invalid' | 'refused';
  /** Bounds added to those of the document, by field. */
  readonly also?: Readonly<Record<string, Bounds>>;
}

/** An encoder of replies of a structure. */
export interface ReplySubject {
  /** JSON Schema 2020-12 of the replies; `undefined` if none is published. */
  readonly schema: JsonSchema | undefined;
  /** Together, the samples have an item in every list and a value in every nullable field. */
  readonly samples: readonly ReplySample[];
  /** Fields that must be absent from replies, each with the rule that excludes it. */
  readonly without?: Readonly<Record<string, string>>;
  readonly also?: Readonly<Record<string, Bounds>>;
}

export interface ReplySample {
  readonly name: string;
  readonly body: unknown;
  /** Ids of the context's chunks, if the document ties a field to them. */
  readonly chunkIds?: readonly string[];
}

/** A structure, and those that its fields refer to. */
export interface Described {
  readonly structure: ContractStructure;
  readonly structures: Readonly<Record<string, ContractStructure>>;
}

export interface FieldCase {
  readonly title: string;
  /** Returns differences from the document; empty if there are none. */
  readonly findings: () => readonly string[];
}
