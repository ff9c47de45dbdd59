import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRobots } from './robots.ts';

const piece = fc.constantFrom('/', 'a', 'b', '*', '$', '.', '%62', '%2F');
const pattern = fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`);
const path = fc
  .array(fc.constantFrom('/', 'a', 'b', '.', '%62', '%2f'), { maxLength: 10 })
  .map((p) => `/${p.join('')}`);

/** The same meaning, by way of a regular expression. */
function closes(rule: string, address: string): boolean {
  const atEnd = rule.endsWith('$');
  const body = (atEnd ? rule.slice(0, -1) : rule).replaceAll('%62', 'b');
  const source = body.replace(/[.$/]/g, String.raw`\$&`).replaceAll('*', '.*');
  return new RegExp(`^${source}${atEnd ? '$' : ''}`, 'i').test(address.replaceAll('%62', 'b'));
}

describe('robots.txt', () => {
  it('matches patterns as the same regular expression would', () => {
    fc.assert(
      fc.property(pattern, path, (rule, address) => {
        const robots = parseRobots(`User-agent: *\nDisallow: ${rule}`, 'Ibid/0.1');
        expect(robots.allows(address)).toBe(!closes(rule, address));
      }),
      { numRuns: 1_000 },
    );
  });

  it('reads any text without a throw', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), path, (text, address) => {
        expect(typeof parseRobots(text, 'Ibid/0.1').allows(address)).toBe('boolean');
      }),
      { numRuns: 200 },
    );
  });
});
