import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contractsJson } from '../../../../../scripts/contracts/contracts-json.ts';
import { seedsFolder } from '../../../../../scripts/contracts/seeds-folder.ts';
import { contractDocument, contractStructure } from './contract-fields.ts';

const SCRIPT = join(import.meta.dirname, '..', '..', '..', '..', '..', 'scripts', 'read-contracts.ts');
const COMMITTED = readFileSync(join(import.meta.dirname, 'contracts.json'), 'utf8');

/** Without what changes with every letter of a document. */
function facts(json: string): string {
  return json.replaceAll(/"sha256": "\w+"/gu, '');
}

function check(seeds: string): { readonly status: number | null; readonly output: string } {
  const env = { ...process.env, IBID_SEEDS: seeds };
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, '--check'], { env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

describe.skipIf(seedsFolder() === undefined)('the committed facts beside the documents (needs IBID_SEEDS)', () => {
  const seeds = seedsFolder()!;
  let folder = '';
  const change = (start: string, from: string, to: string): string => {
    const copy = mkdtempSync(join(folder, 'seeds-'));
    cpSync(seeds, copy, { recursive: true });
    const file = join(
      copy,
      readdirSync(copy).find((name) => name.startsWith(start))!,
    );
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(from);
    writeFileSync(file, text.replace(from, to));
    return copy;
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ibid-contracts-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('say what the documents say', () => {
    expect(COMMITTED).toBe(contractsJson(seeds));
    expect(check(seeds)).toEqual({ status: 0, output: '' });
  });

  test.each([
    ['000', '| Yes      |', '| No       |'],
    ['001', 'List[Citation]', 'List[String]'],
    ['002', '`total_chunks`', '`chunks_in_all`'],
    ['002', '(default: 0.5)', '(default: 0.4)'],
    ['002', 'between 1 and 50', 'between 1 and 60'],
    ['002', '`current_turn` (int)', '`current_turn` (float)'],
    ['003', '"refused"', '"declined"'],
    ['003', 'Generating → Complete', 'Generating → Finished'],
    ['004', '`keyword`', '`string`'],
    ['004', '1024', '1536'],
  ])('notice that %s has “%s” changed to “%s”', (start, from, to) => {
    expect(facts(contractsJson(change(start, from, to)))).not.toBe(facts(COMMITTED));
  });

  test('make the check fail, with the way out, when a document changed', () => {
    const { status, output } = check(change('002', 'between 1 and 10', 'between 1 and 12'));
    expect(status).toBe(1);
    expect(output).toContain('node scripts/read-contracts.ts');
  });

  test.each([
    ['002', '- `top_k` must be between', '- `top_k` should rather be between', 'of no known form'],
    ['002', '- `top_k` must be between', '- `topics` must be between', 'names no field'],
    ['003', '`mode`: str -', '`mode` str', 'is no field'],
    ['003', '`query`: str', '`query`: text', 'no type that the reader knows'],
    ['004', '### 1.2. Payload Schema', '### 1.1. Vector Parameters', 'twice'],
    ['001', '"message": null', '"message": 7', 'The example of AgentResponse'],
  ])('are not made from a document %s with “%s” as “%s”', (start, from, to, message) => {
    expect(() => contractsJson(change(start, from, to))).toThrow(message);
  });
});

test('the check is skipped, with the reason, where the documents are absent', () => {
  const { status, output } = check(join(tmpdir(), 'no-such-folder-of-documents'));
  expect(status).toBe(0);
  expect(output).toContain('IBID_SEEDS');
});

test('no running text of the documents is among the facts', () => {
  const strings = [...COMMITTED.matchAll(/"([^"\\]*)"/gu)].map((match) => match[1]!);
  expect(strings.length).toBeGreaterThan(300);
  expect(strings.filter((text) => text.split(/\s+/u).length > 2)).toEqual([]);
});

test('every structure is there with its fields', () => {
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

test('a field has its type, bounds and default', () => {
  const { fields } = contractStructure('C2', 'AgentRequest');
  expect(fields.find(({ name }) => name === 'max_turns')).toEqual({
    name: 'max_turns',
    written: 'int, optional',
    type: 'integer',
    nullable: true,
    required: false,
    default: 10,
    minimum: 1,
    maximum: 50,
  });
});

test('a structure that a document does not define is refused', () => {
  expect(() => contractStructure('C1', 'AgentSession' as 'AgentRequest')).toThrow('no structure `AgentSession`');
});
