import type { z } from 'zod';
import type { Issue } from '../dialect.ts';
import { shownKey } from './shown-key.ts';

const MOST = 20;

/** What is wrong with a request, one issue for each field, with the field's name in front; at most 20. */
export function describeIssues(error: z.ZodError): readonly Issue[] {
  const issues = error.issues.flatMap((issue): readonly Issue[] => {
    const path = issue.path.map(String).join('.');
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.slice(0, MOST).map((key) => ({
        path: path === '' ? shownKey(key) : `${path}.${shownKey(key)}`,
        message: `\`${shownKey(key)}\` is not a field of this request`,
      }));
    }
    return [{ path, message: path === '' ? issue.message : `\`${path}\` ${issue.message}` }];
  });
  return issues.slice(0, MOST);
}
