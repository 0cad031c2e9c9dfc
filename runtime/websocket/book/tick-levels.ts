import type { PriceLevel } from './level-book.js';

/** Maximum number of levels in a chunk: few enough to move quickly in memory. */
const maxChunkLength = 128;

/** Adjacent levels, the best one last. */
class Chunk {
  readonly ticks = new Float64Array(maxChunkLength);
  readonly levels: (PriceLevel | undefined)[] = [];
  length = 0;

  /** First position whose tick is not less. */
  positionOf(tick: number): number {
    const { ticks } = this;
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ticks[middle] ?? 0) < tick) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  insert(position: number, tick: number, level: PriceLevel): void {
    const { ticks, levels, length } = this;
    levels.push(level);
    for (let index = length; index > position; index -= 1) {
      ticks[index] = ticks[index - 1] ?? 0;
      levels[index] = levels[index - 1];
    }
    ticks[position] = tick;
    levels[position] = level;
    this.length = length + 1;
  }

  remove(position: number): void {
    const { ticks, levels } = this;
    const last = this.length - 1;
    for (let index = position; index < last; index += 1) {
      ticks[index] = ticks[index + 1] ?? 0;
      levels[index] = levels[index + 1];
    }
    levels.pop();
    this.length = last;
  }

  /** Moves the upper half to a new chunk. */
  split(): Chunk {
    const upper = new Chunk();
    const half = this.length >> 1;
    upper.ticks.set(this.ticks.subarray(half, this.length));
    upper.levels.push(...this.levels.splice(half));
    upper.length = this.length - half;
    this.length = half;
    return upper;
  }
}

/**
 * Levels of one side in sorted chunks, by ticks that increase towards the best price.
 *
 * Finding a level takes O(log n) comparisons. Adding or removing one moves at most the length of a chunk, and very
 * little near the best price.
 */
export class TickLevels {
  #chunks: Chunk[] = [];
  #last: Chunk | undefined;
  count: number = 0;
  /** Tick of the best price; `-Infinity` without levels. */
  bestTick: number = -Infinity;

  get best(): PriceLevel | undefined {
    const last = this.#last;
    return last?.levels[last.length - 1];
  }

  at(tick: number): PriceLevel | undefined {
    const chunk = this.#chunkOf(tick);
    const position = chunk?.positionOf(tick) ?? 0;
    return chunk !== undefined && position < chunk.length && chunk.ticks[position] === tick
      ? chunk.levels[position]
      : undefined;
  }

  /** Sets a level, replacing any with the same tick. */
  set(tick: number, level: PriceLevel): void {
    let chunk = this.#chunkOf(tick);
    if (chunk === undefined) {
      chunk = new Chunk();
      this.#chunks.push(chunk);
      this.#last = chunk;
    }
    const position = chunk.positionOf(tick);
    if (position < chunk.length && chunk.ticks[position] === tick) {
      chunk.levels[position] = level;
      return;
    }
    this.count += 1;
    if (tick > this.bestTick) this.bestTick = tick;
    if (chunk.length < maxChunkLength) chunk.insert(position, tick, level);
    else this.#insertInFull(chunk, tick, level);
  }

  remove(tick: number): void {
    const chunk = this.#chunkOf(tick);
    if (chunk === undefined) return;
    const position = chunk.positionOf(tick);
    if (position === chunk.length || chunk.ticks[position] !== tick) return;
    chunk.remove(position);
    this.count -= 1;
    if (chunk.length === 0) this.#drop(chunk);
    const last = this.#last;
    this.bestTick = last === undefined ? -Infinity : (last.ticks[last.length - 1] ?? 0);
  }

  /** Multiplies all ticks. */
  scale(factor: number): void {
    for (const { ticks, length } of this.#chunks) {
      for (let index = 0; index < length; index += 1) ticks[index] = (ticks[index] ?? 0) * factor;
    }
    this.bestTick *= factor;
  }

  clear(): void {
    this.#chunks = [];
    this.#last = undefined;
    this.count = 0;
    this.bestTick = -Infinity;
  }

  /** The best levels down to a tick, best first. */
  list(depth: number, worst: number = -Infinity): PriceLevel[] {
    const result: PriceLevel[] = [];
    for (let chunkIndex = this.#chunks.length - 1; chunkIndex >= 0; chunkIndex -= 1) {
      const chunk = this.#chunks[chunkIndex];
      for (let index = (chunk?.length ?? 0) - 1; index >= 0; index -= 1) {
        const level = chunk?.levels[index];
        if (result.length >= depth || (chunk?.ticks[index] ?? 0) < worst) return result;
        if (level !== undefined) result.push(level);
      }
    }
    return result;
  }

  /** Tick of the worst price; `0` without levels. */
  get worstTick(): number {
    return this.#chunks[0]?.ticks[0] ?? 0;
  }

  /** The last chunk whose first tick is not greater, or the first chunk if there is none. */
  #chunkOf(tick: number): Chunk | undefined {
    const chunks = this.#chunks;
    const last = this.#last;
    if (last === undefined || (last.ticks[0] ?? 0) <= tick) return last;
    return chunks[this.#indexOf(tick)];
  }

  #indexOf(tick: number): number {
    const chunks = this.#chunks;
    let low = 0;
    let high = chunks.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if ((chunks[middle]?.ticks[0] ?? 0) <= tick) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #insertInFull(chunk: Chunk, tick: number, level: PriceLevel): void {
    const upper = chunk.split();
    this.#chunks.splice(this.#chunks.indexOf(chunk) + 1, 0, upper);
    if (this.#last === chunk) this.#last = upper;
    const target = (upper.ticks[0] ?? 0) <= tick ? upper : chunk;
    target.insert(target.positionOf(tick), tick, level);
  }

  #drop(chunk: Chunk): void {
    this.#chunks.splice(this.#chunks.indexOf(chunk), 1);
    this.#last = this.#chunks.at(-1);
  }
}
