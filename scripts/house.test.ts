import { describe, expect, test } from 'vitest';
import budget from './house-budget.json' with { type: 'json' };
import { measureDependencies, measureHouse } from './house.ts';

describe('the size of the product', () => {
  const house = measureHouse();

  test('lines and files stay within the budget, which is lowered by hand as the product shrinks', () => {
    expect(house.productLines).toBeLessThanOrEqual(budget.productLines);
    expect(house.productFiles).toBeLessThanOrEqual(budget.productFiles);
  });

  test('all packages that are published are counted', () => {
    const packages = ['cli', 'client', 'core', 'docusaurus-plugin', 'drivers', 'server', 'static', 'widget', 'wire'];
    expect(Object.keys(house.byPackage).sort()).toEqual(packages);
    expect(Math.min(...Object.values(house.byPackage).map(({ lines }) => lines))).toBeGreaterThan(100);
  });

  test('`npm install ibid` brings few packages: what the core carries in itself is not among them', () => {
    const dependencies = measureDependencies();
    const names = dependencies.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['commander', 'undici']));
    expect(names).not.toContain('gpt-tokenizer');
    expect(names.length).toBeLessThanOrEqual(70);
    expect(dependencies.reduce((total, { megabytes }) => total + megabytes, 0)).toBeLessThanOrEqual(40);
  });
});
