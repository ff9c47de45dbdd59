/** A problem found in content. Collected and reported, never thrown. */
export interface Diagnostic {
  readonly severity: 'info' | 'warning' | 'error';
  /** `stage:rule`, such as `markdown:mdx-syntax`. */
  readonly rule: `${string}:${string}`;
  /** Describes the problem and how to fix it. */
  readonly message: string;
  /** URL or source file of the affected page. */
  readonly page: string;
}
