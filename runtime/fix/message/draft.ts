/** An object whose members are given one by one. */
export interface Draft {
  [name: string]: unknown;
}

/**
 * A maker of plain objects with room for members that come later. An object that begins as `{}` has room for four; with twelve more it
 * becomes a hash table, which is slow to fill and slow to read for whoever gets it. Each maker learns from its first objects how much
 * room is needed, so that every record has one of its own.
 */
export function createDraft(): new () => Draft {
  function Plain(this: Draft, isFull?: boolean): void {
    if (isFull !== true) return;
    // Never so: these are counted, before the first object is made, to know how much room there may have to be.
    this.a = this.b = this.c = this.d = this.e = this.f = this.g = this.h = 0;
    this.i = this.j = this.k = this.l = this.m = this.n = this.o = this.p = 0;
    this.q = this.r = this.s = this.t = this.u = this.v = this.w = this.x = 0;
  }
  Plain.prototype = Object.prototype;
  return Plain as unknown as new () => Draft;
}
