/** What is to be closed at the end, last opened first: an `AsyncDisposableStack`, which Node has from 24 on. */
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

  /** Hands all steps over to another one, so that the end of this one closes nothing. */
  move(): Cleanup {
    const moved = new Cleanup();
    moved.#steps = this.#steps;
    this.#steps = [];
    return moved;
  }

  /** Runs all steps, also after one that fails; rejects with the first failure. */
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
