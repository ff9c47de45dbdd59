import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../spec/answer.ts';
import { openTestEngine, type TestEngine } from './engine-fixture.ts';

const PAGE = '/balance';
const MARKDOWN = `# Balance
A robot that stands still keeps its centre of mass above its feet. When it is pushed, the centre of mass moves, and the
robot has to decide at once whether moving the ankles is enough.

## Capture point
The capture point is the place where the robot must put its foot to come to rest.

$$
\\xi = x + \\frac{\\dot x}{\\omega}
$$

It lies ahead of the centre of mass when the robot moves forward. A robot whose capture point is inside its support polygon needs no step.
A robot whose capture point is outside must take one, and one that cannot reach it falls and should protect itself.`;

let engine: TestEngine;
beforeAll(async () => {
  engine = await openTestEngine({ [PAGE]: MARKDOWN });
});

const ask = (text: string, question = 'explain this'): Promise<Answer> => engine.ask(question, { selection: { text } });
const plain = MARKDOWN.replaceAll(/^#+ /gmu, '').replaceAll('$$', '');

describe('a long selection that a browser reads otherwise within', () => {
  test('is found by its ends, and keeps within them', async () => {
    const marked = plain
      .slice(plain.indexOf('When it is pushed'), plain.indexOf('A robot whose capture point is outside'))
      .replace(/\\xi[^\n]*/u, 'ξ=x+x˙ω\\xi = x + \\frac{\\dot x}{\\omega}ξ=x+ωx˙');
    const answer = await ask(marked, 'What is the capture point?');
    expect(answer.warnings.join()).not.toMatch(/selection_not_located/u);
    expect(answer.citations[0]).toMatchObject({ anchor: 'capture-point' });
    const fallen = await ask(marked, 'What does a robot do that cannot reach it?');
    expect(fallen.statements.map(({ text }) => text).join()).not.toMatch(/protect itself/u);
  });

  test('is not found where only its ends are those of the page', async () => {
    const filler = Array.from({ length: 60 }, (_, i) => `invented${i}`).join(' ');
    const head = 'A robot that stands still keeps its centre of mass above its feet.';
    const tail = 'one that cannot reach it falls and should protect itself.';
    const answer = await ask(`${head} ${filler} ${tail}`);
    expect(answer.warnings.join()).toMatch(/selection_not_located/u);
  });
});
