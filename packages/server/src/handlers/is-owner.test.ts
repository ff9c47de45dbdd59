import { describe, expect, it } from 'vitest';
import { isOwner } from './calls.ts';

describe("the owner's token", () => {
  it.each<[string, boolean]>([
    ['Bearer secret-of-the-owner', true],
    ['bearer  secret-of-the-owner ', true],
    ['Bearer secret-of-the-owne', false],
    ['Bearer secret-of-the-owner2', false],
    ['Bearer Secret-of-the-owner', false],
    ['Bearer ', false],
    ['Bearer', false],
    ['', false],
    ['secret-of-the-owner', false],
    ['Basic secret-of-the-owner', false],
    ['Bearer secret-of-the-owner x', false],
  ])('%j: %s', (authorization, expected) => {
    expect(isOwner(authorization, 'secret-of-the-owner')).toBe(expected);
  });
});
