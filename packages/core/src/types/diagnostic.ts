/** A problem found in content. Collected and reported, never thrown. */
export interface Diagnostic {
  readonly severity: 'info' | 'warning' | 'error';
  /** `stage:rule`, such as `markdown:mdx-syntax`. */
  readonly rule: `${string}:${string}`;
  /** What is wrong and how to fix it. */
  readonly message: string;
  /** URL or source file of the page concerned. */
  readonly page: string;
}
