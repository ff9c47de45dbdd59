/** Runs cleanup steps in reverse order. Replaces `AsyncDisposableStack`, which Node has only since version 24. */
export class Cleanup implements AsyncDisposable {
  #steps: (() => unknown)[] = [];

  use<T extends AsyncDisposable | Disposable>(opened: T): T {
    this.defer(() => (Symbol.asyncDispose in opened ? opened[Symbol.asyncDispose]() : opened[Symbol.dispose]()));
    return opened;
  }

  adopt<T>(opened: T, close: (opened: T) => unknown): T {
    this.defer(() => close(opened));
    return opened;
  }

  defer(step: () => unknown): void {
    this.#steps.push(step);
  }

  /** Moves all steps to a new object, so that disposing this one closes nothing. */
  move(): Cleanup {
    const moved = new Cleanup();
    moved.#steps = this.#steps;
    this.#steps = [];
    return moved;
  }

  /** Runs all steps, even if one fails; rejects with the first failure. */
  async [Symbol.asyncDispose](): Promise<void> {
    const failures: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
