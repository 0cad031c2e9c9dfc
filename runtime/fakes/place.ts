/** Maximum number of levels below which optional members and items are left out. */
const fullDepth = 3;
const maxDepth = 6;
/** Levels of required members and items beyond which there is no fake. */
const depthLimit = 100;

interface Fields {
  /** Digest of the position alone. */
  readonly path: number;
  /** Digest of the position, the seed and the attempt. */
  readonly random: number;
  /** Selects branches: consecutive turns select every branch. */
  readonly turn: number;
  readonly depth: number;
  /** Name of the nearest property. */
  readonly name: string;
  /** True if examples are taken wherever they are valid. */
  readonly prefersExamples: boolean;
  /** True after a failed attempt, which examples would repeat. */
  readonly ignoresExamples: boolean;
}

/** A position in a fake, which determines every random decision there. */
export class Place {
  private readonly fields: Fields;

  private constructor(fields: Fields) {
    this.fields = fields;
  }

  static root(name: string, seed: number): Place {
    const path = mixed(17, name);
    return new Place({
      path,
      random: mixed(path, seed),
      turn: Math.abs(Math.trunc(seed)),
      depth: 0,
      name,
      prefersExamples: seed === 0,
      ignoresExamples: false,
    });
  }

  get name(): string {
    return this.fields.name;
  }

  get turn(): number {
    return this.fields.turn;
  }

  get prefersExamples(): boolean {
    return this.fields.prefersExamples;
  }

  get ignoresExamples(): boolean {
    return this.fields.ignoresExamples;
  }

  /** A property of the value here. */
  member(name: string): Place {
    return this.with({
      path: mixed(this.fields.path, name),
      random: mixed(this.fields.random, name),
      depth: this.fields.depth + 1,
      name,
    });
  }

  /** An item of the value here. */
  item(index: number): Place {
    return this.with({
      path: mixed(this.fields.path, index),
      random: mixed(this.fields.random, index),
      depth: this.fields.depth + 1,
    });
  }

  /** The same position after failed attempts. */
  retried(attempt: number): Place {
    if (attempt === 0) return this;
    return this.with({
      random: mixed(this.fields.random, attempt * 7919),
      turn: this.turn + attempt,
      ignoresExamples: true,
    });
  }

  /** The same position after a branch has been selected of as many as there are. */
  after(branches: number): Place {
    return this.with({ turn: Math.floor(this.turn / branches) });
  }

  /** Index that differs for consecutive turns. */
  branch(count: number): number {
    return this.prefersExamples && this.turn === 0
      ? 0
      : (this.turn + (this.fields.path >>> 8)) % count;
  }

  /** True in one of `every` consecutive turns. */
  isRareTurn(every: number): boolean {
    return !this.prefersExamples && (this.turn + (this.fields.path >>> 4)) % every === every - 1;
  }

  /** Number from 0 to 1, without 1. `purpose` tells the decisions of one position apart. */
  fraction(purpose: number | string): number {
    return (mixed(this.fields.random, purpose) >>> 0) / 2 ** 32;
  }

  /** Integer from 0 to `count`, without `count`. */
  index(count: number, purpose: number | string): number {
    return Math.floor(this.fraction(purpose) * count);
  }

  /** Integer that identifies the position, the seed and the attempt. */
  get digest(): number {
    return this.fields.random;
  }

  /** True if the value should be as small as possible. */
  get isMinimal(): boolean {
    return this.fields.depth >= maxDepth;
  }

  /** True if there is no value here. */
  get isTooDeep(): boolean {
    return this.fields.depth > depthLimit;
  }

  /** True if an optional member belongs to the fake. */
  includes(): boolean {
    if (this.fields.depth > maxDepth) return false;
    if (this.prefersExamples && this.fields.depth <= fullDepth) return true;
    return this.fraction('included') < (this.fields.depth <= fullDepth ? 0.75 : 0.3);
  }

  private with(fields: Partial<Fields>): Place {
    return new Place({ ...this.fields, ...fields });
  }
}

/** Mixes a part into a digest (FNV-1a, then the finalizer of MurmurHash3). */
function mixed(digest: number, part: number | string): number {
  const text = String(part);
  let hash = digest ^ 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1)
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
