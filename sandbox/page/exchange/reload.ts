/** Milliseconds between two loads at least: requests of the page count towards the limits of the profile. */
const interval = 1000;

/** Loads something now, and again after changes: at once, but not more often than the exchange's limits bear. */
export class Reload {
  readonly #load: () => Promise<void>;
  readonly #report: (error: unknown) => void;
  #isBusy = false;
  #isWanted = false;
  #last = -Infinity;

  constructor(load: () => Promise<void>, report: (error: unknown) => void) {
    this.#load = load;
    this.#report = report;
  }

  /** Loads it after a change. */
  request(): void {
    if (this.#isBusy) {
      this.#isWanted = true;
      return;
    }
    this.#isBusy = true;
    setTimeout(() => void this.#run(), Math.max(0, this.#last + interval - performance.now()));
  }

  async #run(): Promise<void> {
    this.#last = performance.now();
    this.#isWanted = false;
    try {
      await this.#load();
    } catch (error) {
      this.#report(error);
    }
    this.#isBusy = false;
    if (this.#isWanted) this.request();
  }
}
