/** Values that may be used once, until they expire, in memory. */
export class SingleUse {
  readonly #untils = new Map<string, number>();
  #sweepAt = 1000;

  /** Remembers a value. Returns false if it is known. */
  add(owner: string, value: string, until: number, now: number): boolean {
    const key = `${owner}\n${value}`;
    const known = this.#untils.get(key);
    if (known !== undefined && known >= now) return false;
    this.#untils.set(key, until);
    if (this.#untils.size >= this.#sweepAt) this.#sweep(now);
    return true;
  }

  #sweep(now: number): void {
    for (const [key, until] of this.#untils) if (until < now) this.#untils.delete(key);
    this.#sweepAt = Math.max(1000, 2 * this.#untils.size);
  }
}
