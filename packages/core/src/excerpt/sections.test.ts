import { expect, test } from 'vitest';
import { passagesOf, scored } from './excerpt-fixture.ts';
import { sectionsOf } from './sections.ts';
import { shownUnits } from './shown-units.ts';

function texts(body: string): readonly string[] {
  const passages = passagesOf(`# Setup\n\n${body}`);
  return sectionsOf(passages, scored(passages, 'setup')).flatMap(({ units }) => units.map(({ text }) => text));
}

const CODE = 'export default { pumps: 3, valves: [1, 2], oil: { kind: "thin", days: 90 }, log: true }';
const block = (title: string, code: string, language = 'js'): string =>
  `\`\`\`${language} title="${title}"\n${code}\n\`\`\`\n\n`;

test('code that says again in another language what code above it says is left out with its label', () => {
  const twin = CODE.replace('log: true', 'log: true as boolean');
  const shown = texts(
    `Write this.\n\n${block('pump.config.js', CODE)}${block('pump.config.ts', twin, 'ts')}Then start.`,
  );
  expect(shown).toEqual(['Write this.', 'pump.config.js', CODE, 'Then start.']);
});

test('code that a sentence of its own announces stays, however alike', () => {
  const other = CODE.replace('pumps: 3', 'pumps: 4');
  const shown = texts(`One:\n\n${block('', CODE)}Several:\n\n${block('', other, 'ts')}`);
  expect(shown).toEqual(['One:', CODE, 'Several:', other]);
});

test('code of the same language stays, because it may be the right way below the wrong one', () => {
  const right = CODE.replace('log: true', 'log: safe');
  const shown = texts(`Never write this.\n\n${block('', CODE)}Write this. It is safe.\n\n${block('', right)}`);
  expect(shown).toEqual(['Never write this.', CODE, 'Write this.', 'It is safe.', right]);
});

const steps = (add: string): string =>
  `mkdir my-app\ncd my-app\ncdk init app -l typescript\n${add} pump valve oil\nmkdir lambda\ntouch lambda/index.ts`;

test('the same commands for another package manager are left out', () => {
  const shown = texts(
    `Run this.\n\n${block('npm', steps('npm i'), 'sh')}${block('yarn', steps('yarn add'), 'sh')}Then start.`,
  );
  expect(shown).toEqual(['Run this.', 'npm', steps('npm i'), 'Then start.']);
});

test('short commands stay, and code that says something else', () => {
  const other = 'import { start } from "pump"\nstart({ speed: 9 }).then((pump) => pump.oil("thick"), report)';
  const shown = texts(
    `${block('a.sh', 'npm install pump')}${block('b.sh', 'yarn add pump')}${block('c.js', CODE)}${block('d.js', other)}`,
  );
  expect(shown).toEqual(['a.sh', 'npm install pump', 'b.sh', 'yarn add pump', 'c.js', CODE, 'd.js', other]);
});

test('code that is cut into several passages stays whole, however alike its parts, and is one block', () => {
  const rows = Array.from({ length: 60 }, (_, at) => `│ pump ${at} │ valve │ oil │ thin │ running │`).join('\n');
  const passages = passagesOf(`# Setup\n\n${block('', rows)}Then start.`);
  const [section] = sectionsOf(passages, scored(passages, 'setup'));
  const code = section!.units.filter(({ kind }) => kind === 'code');
  expect(code.length).toBeGreaterThan(1);
  expect(code.map(({ text }) => text).join('\n')).toBe(rows);
  const [shown] = shownUnits([section!], { weights: new Map() });
  expect(shown!.map(({ block: number }) => number)).toEqual([...code.map(() => 0), 1]);
});

/** Counts the code shown with the lead-in, on a page with an import and its use. */
function codeBelow(code: string): number {
  const passages = passagesOf(
    `# Setup\n\nPumps.\n\n## Import\n\n${block('a.js', code)}## Usage\n\n${block('b.js', 'pump()')}`,
  );
  return sectionsOf(passages, scored(passages, 'setup'))[0]!.units.filter(({ kind }) => kind === 'code').length;
}

test('an import is shown with the section behind it, which uses it, below what leads in', () => {
  const imported = "import { pump } from 'pump'";
  expect(codeBelow(imported)).toBe(2);
  expect(codeBelow(`${imported}\npump.start()`)).toBe(1);
});

test.each([
  ['Pictures are stones.', 1],
  ['The types of a pump are thin and thick.', 2],
])('a short section that answers is shown with its subsection only where that adds to it: %s', (below, count) => {
  const body = `# Setup\n\nThe types of a pump are checked by the program \`pumpcheck\`. It is a tool of its own, and so are all the others that check valves and oil.\n\n## More\n\n${below}`;
  const passages = passagesOf(body);
  const [first] = sectionsOf(passages, scored(passages, 'are types of a pump checked'));
  expect(new Set(first!.units.map(({ passage }) => passage)).size).toBe(count);
});

test('a short section is shown with all short ones below it', () => {
  const passages = passagesOf(
    '# Server\n\n## Passwords\n\nThey are stored.\n\n### Before 4\n\nBy SHA-1.\n\n### Since 4\n\nBy Argon2.\n\n## Other\n\nNo.',
  );
  const [section] = sectionsOf(passages, scored(passages, 'passwords'));
  expect(section!.units.map(({ text }) => text)).toEqual(['They are stored.', 'By SHA-1.', 'By Argon2.']);
});

test('code in another language that is no script stays', () => {
  const shown = texts(`${block('a.yaml', CODE, 'yaml')}${block('a.json', CODE, 'json')}`);
  expect(shown).toEqual(['a.yaml', CODE, 'a.json', CODE]);
});

test('of many sections with imports below one that leads in, two are shown with it', () => {
  const passages = passagesOf(`# Setup\n\nPumps.\n\n${"## Part\n\n```js\nimport 'pump'\n```\n\n".repeat(40)}`);
  const [first] = sectionsOf(passages, scored(passages, 'setup'));
  expect(new Set(first!.units.map(({ passage }) => passage)).size).toBe(3);
});
