import { describe, expect, test } from 'vitest';
import type { ContractId } from './contracts/contract-document.ts';
import { contractDocument, contractStructure, type StructureName } from './contracts/contract-fields.ts';
import { replyCases, requestCases } from './structure/field-cases.ts';
import type { ReplySubject, RequestSubject } from './structure/subject.ts';

/**
 * Proves field by field that what takes requests or gives replies does so exactly as a document writes: there, typed, defaulted,
 * bounded, nullable. Rules of a request that tie fields together (`well-formed`, `checked-when`) need cases of their own.
 */
export function checkStructure<C extends ContractId, T>(
  contract: C,
  name: StructureName<C>,
  subject: { readonly request: RequestSubject<T> } | { readonly reply: ReplySubject },
): void {
  const described = {
    structure: contractStructure(contract, name),
    structures: contractDocument(contract).structures,
  };
  const cases = 'request' in subject ? requestCases(described, subject.request) : replyCases(described, subject.reply);
  describe(`${contract} ${name}, as its document writes it`, () => {
    test.each(cases)('$title', ({ findings }) => {
      expect(findings()).toEqual([]);
    });
  });
}
