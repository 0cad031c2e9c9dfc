import { createHash } from 'node:crypto';
import { versions } from 'node:process';
import type { KeptFiles } from '../core/host.js';
import type { Judgement, Verdict } from './judge-pattern.js';
import type { PatternMemory } from './pattern-judge.js';

/** Raised whenever a pattern may be judged otherwise than before. */
const edition = 1;

/** Judgements that are kept: those of several large descriptions. */
const mostKept = 5000;

/** A memory that is written down when it is told to. */
export interface KeptMemory extends PatternMemory {
  save(): void;
}

/**
 * Judgements of earlier runs, by the digest of what was judged. What is kept is no more than work saved: what is missing or broken is
 * judged anew, and comes to the same.
 */
export function keptMemory(files: KeptFiles): KeptMemory {
  let known: Map<string, Judgement> | undefined;
  let isNew = false;
  const load = (): Map<string, Judgement> => (known ??= readKept(files.read(fileName)));
  return {
    get: (source, maxLength) => load().get(keyOf(source, maxLength)),
    set(source, maxLength, judgement) {
      load().set(keyOf(source, maxLength), judgement);
      isNew = true;
    },
    save() {
      if (!isNew) return;
      isNew = false;
      const entries = [...load()].slice(-mostKept);
      files.write(fileName, new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries))));
    },
  };
}

const fileName = 'patterns.json';

/** What V8 knows of Unicode differs between its versions. */
function keyOf(source: string, maxLength: number | undefined): string {
  const judged = JSON.stringify([edition, versions.v8, maxLength ?? null, source]);
  return createHash('sha256').update(judged).digest('base64url');
}

function readKept(bytes: Uint8Array | undefined): Map<string, Judgement> {
  const known = new Map<string, Judgement>();
  if (bytes === undefined) return known;
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return known;
  }
  if (typeof content !== 'object' || content === null) return known;
  for (const [key, value] of Object.entries(content)) {
    const judgement = judgementOf(value);
    if (judgement !== undefined) known.set(key, judgement);
  }
  return known;
}

function judgementOf(value: unknown): Judgement | undefined {
  if (typeof value !== 'object' || value === null || !('cost' in value)) return undefined;
  const { cost } = value;
  if (typeof cost !== 'number' || !(cost >= 0)) return undefined;
  if (!('verdict' in value)) return { cost };
  const verdict = verdictOf(value.verdict);
  return verdict && { cost, verdict };
}

function verdictOf(value: unknown): Verdict | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('growth' in value) || !('attack' in value)) return undefined;
  const { growth, attack } = value;
  if (typeof attack !== 'string' || !/^[ -~]*$/.test(attack)) return undefined;
  if (growth === 'exponential' || growth === 'unknown') return { growth, attack };
  if (typeof growth !== 'object' || growth === null || !('degree' in growth)) return undefined;
  const { degree } = growth;
  if (typeof degree !== 'number' || !Number.isInteger(degree) || degree < 2) return undefined;
  return { growth: { degree }, attack };
}
