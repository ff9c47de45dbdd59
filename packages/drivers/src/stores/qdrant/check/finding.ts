import type { Diagnostic } from '@ibid/core/types';

/** Something that only indexing anew mends. */
export function finding(rule: Diagnostic['rule'], problem: string, page = ''): Diagnostic {
  return { severity: 'error', rule, message: `${problem}; index again with \`--fresh\``, page };
}
