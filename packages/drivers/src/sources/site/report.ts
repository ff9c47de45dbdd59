import type { Diagnostic } from '@ibid/core/types';

const SHOWN = 20;

/** Collects what a crawl has to say. A site can be wrong in the same way ten thousand times; the first of each kind are named, the rest counted. */
export interface Report {
  readonly diagnostics: Diagnostic[];
  add(severity: Diagnostic['severity'], rule: Diagnostic['rule'], page: string, message: string): void;
  /** Adds the counts of what was not named. */
  end(site: string): void;
  clear(): void;
}

export function createReport(): Report {
  const diagnostics: Diagnostic[] = [];
  const counts = new Map<Diagnostic['rule'], { count: number; severity: Diagnostic['severity'] }>();
  return {
    diagnostics,
    add(severity, rule, page, message) {
      const kind = counts.get(rule) ?? { count: 0, severity };
      counts.set(rule, kind);
      kind.count += 1;
      if (kind.count <= SHOWN) diagnostics.push({ severity, rule, message, page });
    },
    end(site) {
      for (const [rule, { count, severity }] of counts) {
        if (count <= SHOWN) continue;
        const message = `${count - SHOWN} more of this kind are not listed.`;
        diagnostics.push({ severity, rule, message, page: site });
      }
      counts.clear();
    },
    clear() {
      diagnostics.length = 0;
      counts.clear();
    },
  };
}
