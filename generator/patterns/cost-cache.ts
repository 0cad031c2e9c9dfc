import type { FileCache } from '../core/host.js';
import { platform } from '../platform/node.js';
import type { MeasuredCost, PatternCost } from './pattern-weaknesses.js';
import type { PatternCostCache } from './pattern-cost.js';

/** Version of the analysis, increased if a pattern's result may change. */
const ANALYSIS_VERSION = 1;

/** Maximum number of entries: enough for several large descriptions. */
const MAX_ENTRIES = 5000;

/** A cache that is written to disk on request. */
export interface FileCostCache extends PatternCostCache {
  save(): void;
}

/** Cache of results from earlier runs, by digest of the input. Missing or invalid entries are computed again, with the same result. */
export function fileCostCache(files: FileCache): FileCostCache {
  let known: Map<string, MeasuredCost> | undefined;
  let isNew = false;
  const load = (): Map<string, MeasuredCost> => (known ??= readEntries(files.read(fileName)));
  return {
    get: (source, maxLength) => load().get(keyOf(source, maxLength)),
    set(source, maxLength, result) {
      load().set(keyOf(source, maxLength), result);
      isNew = true;
    },
    save() {
      if (!isNew) return;
      isNew = false;
      const entries = [...load()].slice(-MAX_ENTRIES);
      files.write(fileName, new TextEncoder().encode(JSON.stringify(Object.fromEntries(entries))));
    },
  };
}

const fileName = 'patterns.json';

/** The digest includes the version of the engine, because its Unicode data differs between versions. */
function keyOf(source: string, maxLength: number | undefined): string {
  const input = JSON.stringify([ANALYSIS_VERSION, platform.engine, maxLength ?? null, source]);
  return platform.sha256(input, 'base64url');
}

function readEntries(bytes: Uint8Array | undefined): Map<string, MeasuredCost> {
  const known = new Map<string, MeasuredCost>();
  if (bytes === undefined) return known;
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return known;
  }
  if (typeof content !== 'object' || content === null) return known;
  for (const [key, value] of Object.entries(content)) {
    const result = resultOf(value);
    if (result !== undefined) known.set(key, result);
  }
  return known;
}

function resultOf(value: unknown): MeasuredCost | undefined {
  if (typeof value !== 'object' || value === null || !('cost' in value)) return undefined;
  const { cost } = value;
  if (typeof cost !== 'number' || !(cost >= 0)) return undefined;
  if (!('verdict' in value)) return { cost };
  const verdict = verdictOf(value.verdict);
  return verdict && { cost, verdict };
}

function verdictOf(value: unknown): PatternCost | undefined {
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
