import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contractDocument } from './contract-fields.ts';

const COMMITTED = readFileSync(join(import.meta.dirname, 'contracts.json'), 'utf8');
const DOCUMENTS = process.env['IBID_SEEDS'] ?? join(import.meta.dirname, '../../../../../../shared/seeds');

test.skipIf(!existsSync(DOCUMENTS)).each(['C0', 'C1', 'C2', 'C3', 'C4'] as const)(
  '%s was read from the document as it is (needs IBID_SEEDS)',
  (contract) => {
    const { document, sha256 } = contractDocument(contract);
    expect(
      createHash('sha256')
        .update(readFileSync(join(DOCUMENTS, document)))
        .digest('hex'),
    ).toBe(sha256);
  },
);

test('the facts contain no running text of the documents', () => {
  const strings = [...COMMITTED.matchAll(/"([^"\\]*)"/gu)].map((match) => match[1]!);
  expect(strings.length).toBeGreaterThan(300);
  expect(strings.filter((text) => text.split(/\s+/u).length > 2)).toEqual([]);
});

test('every structure has its fields', () => {
  const counts = (['C0', 'C1', 'C2', 'C3', 'C4'] as const).map((contract) =>
    Object.fromEntries(
      Object.entries(contractDocument(contract).structures).map(([name, { fields }]) => [name, fields.length]),
    ),
  );
  expect(counts).toEqual([
    { FrontendRequest: 4, FrontendResponse: 3, Citation: 3 },
    { AgentRequest: 3, AgentResponse: 3, Citation: 3 },
    {
      AgentRequest: 7,
      AgentResponse: 8,
      RetrievedChunk: 10,
      AgentSession: 6,
      ConversationTurn: 7,
      AgentConfiguration: 8,
      RetrievalToolInput: 4,
      RetrievalToolOutput: 6,
    },
    { AgentInput: 3, AgentOutput: 5, ChunkReference: 2 },
    { VectorParameters: 2, PayloadSchema: 6, QueryRequestBody: 4, QueryResponseBody: 2, SourceObject: 4 },
  ]);
});
