/** Offsets of messages in the file by sequence number. Two arrays, because a session may have millions of messages a day. */
export class MessageOffsets {
  #offsets = new Float64Array(1024);
  #lengths = new Uint32Array(1024);

  set(sequence: number, offset: number, length: number): void {
    if (sequence >= this.#offsets.length) this.#grow(sequence);
    this.#offsets[sequence] = offset;
    this.#lengths[sequence] = length;
  }

  offsetOf(sequence: number): number {
    return this.#offsets[sequence] ?? 0;
  }

  /** Length in bytes; 0 for a number without a message. */
  lengthOf(sequence: number): number {
    return this.#lengths[sequence] ?? 0;
  }

  clear(): void {
    this.#lengths.fill(0);
  }

  #grow(sequence: number): void {
    const size = Math.max(this.#offsets.length * 2, sequence + 1);
    const offsets = new Float64Array(size);
    const lengths = new Uint32Array(size);
    offsets.set(this.#offsets);
    lengths.set(this.#lengths);
    this.#offsets = offsets;
    this.#lengths = lengths;
  }
}
