/**
 * One string that harms wherever text is taken for something else. In `template`, `«id»` stands for the number by which what it
 * does is told: a script calls `__hit(«id»)` or opens a dialog, a request goes to `evil.example/«id»`.
 */
export interface Payload {
  /** Kind and way, such as `markup/svg onload`. */
  readonly name: string;
  readonly template: string;
}
