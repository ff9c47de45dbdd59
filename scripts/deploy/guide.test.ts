import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { programFacts } from './checks/program-facts.ts';

const ROOT = join(import.meta.dirname, '../..');
const GUIDE = readFileSync(join(ROOT, 'docs/guide/deployment.md'), 'utf8');

function variablesOf(guide: string): readonly string[] {
  const section = guide.split('## Environment')[1]!.split('\n## ')[0]!;
  const cells = [...section.matchAll(/^\| (`[^|]+) \|/gmu)].flatMap((row) => [...row[1]!.matchAll(/`([A-Z_]+)`/gu)]);
  return cells.map((cell) => cell[1]!);
}

/** Places in the repository that the guide names. */
function placesOf(guide: string): readonly string[] {
  return [...guide.matchAll(/\b(?:deploy|scripts)\/[\w./-]*\w/gu)].map(([place]) => place);
}

test('the guide names variables that the program reads, and those that the files of deployment set', () => {
  const named = variablesOf(GUIDE);
  expect(named.filter((name) => !programFacts().variables.has(name))).toEqual([]);
  expect(named).toEqual(
    expect.arrayContaining(['IBID_INDEX', 'IBID_STATE_URL', 'QDRANT_API_KEY', 'IBID_TOKEN', 'PORT']),
  );
  expect(variablesOf(GUIDE.replaceAll('`IBID_TOKEN`', '`IBID_OWNER`'))).toContain('IBID_OWNER');
});

test('every file that the guide names is there', () => {
  expect(placesOf(GUIDE)).toContain('deploy/compose/env.example');
  expect(placesOf(GUIDE).filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
});
