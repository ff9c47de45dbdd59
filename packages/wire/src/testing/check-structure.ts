import { describe, expect, test } from 'vitest';
import type { ContractId } from './contracts/contract-document.ts';
import { contractDocument, contractStructure, type StructureName } from './contracts/contract-fields.ts';
import { replyCases, requestCases } from './structure/field-cases.ts';
import type { ReplySubject, RequestSubject } from './structure/subject.ts';

/**
 * Tests field by field that a decoder or encoder follows the document: presence, type, default, bounds, nullability. Request rules that
 * involve several fields (`well-formed`, `checked-when`) need separate tests.
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
