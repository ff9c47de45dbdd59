import { IbidError } from '@ibid/core';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureFolder } from './ensure-folder.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'ibid-folder-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

test('creates every level that is missing, and repeats without complaint', () => {
  const folder = join(root, 'a/b/c');
  ensureFolder(folder);
  ensureFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

test('says which folder cannot be created instead of trying for ever', () => {
  writeFileSync(join(root, 'file'), '');
  const failures = [join(root, 'file/below'), ...(existsSync('/proc') ? ['/proc/ibid/below'] : [])].map((folder) => {
    try {
      ensureFolder(folder);
      return 'created';
    } catch (error) {
      return IbidError.is(error, 'INVALID_CONFIG');
    }
  });
  expect(failures.every((failure) => failure === true)).toBe(true);
});
