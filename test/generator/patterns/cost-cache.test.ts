import { describe, expect, it } from 'vitest';
import type { FileCache } from '../../../generator/core/host.js';
import { fileCostCache } from '../../../generator/patterns/cost-cache.js';
import { createPatternCostChecker } from '../../../generator/patterns/pattern-cost.js';

const patterns = ['^(a+)+$', '\\s+$', '^(?!a)(b+)+$', '^a*[ab]$', '^(a|a)*$'];

function memoryFiles(content?: string): FileCache & { text(): string } {
  let kept: Uint8Array | undefined =
    content === undefined ? undefined : new TextEncoder().encode(content);
  return {
    read: () => kept,
    write(_, bytes) {
      kept = bytes;
    },
    text: () => new TextDecoder().decode(kept),
  };
}

async function verdicts(files?: FileCache): Promise<readonly unknown[]> {
  const memory = files && fileCostCache(files);
  const { costOf: judge } = createPatternCostChecker(memory);
  const found = [];
  for (const source of patterns) found.push(await judge(source), await judge(source, 100));
  memory?.save();
  return found;
}

describe('cached pattern costs', () => {
  it('equal freshly computed ones', async () => {
    const cold = await verdicts();
    const files = memoryFiles();
    expect(await verdicts(files)).toEqual(cold);
    const text = files.text();
    expect(await verdicts(files)).toEqual(cold);
    expect(files.text()).toBe(text);
  });

  it('are not computed again', async () => {
    const files = memoryFiles();
    await verdicts(files);
    const spoilt = memoryFiles(files.text().replaceAll('"exponential"', '{"degree":7}'));
    expect(JSON.stringify(await verdicts(spoilt))).toContain('{"degree":7}');
  });

  it.each([
    ['not JSON', () => 'not this'],
    ['another value', () => '[1, 2]'],
    ['truncated', (text: string) => text.slice(0, text.length / 2)],
    ['unknown growth', (text: string) => text.replaceAll('"exponential"', '"slow"')],
    ['terminal control characters', (text: string) => text.replaceAll("'a'", '\\u001b[2J')],
  ])('are recomputed if the cache is invalid: %s', async (_, broken) => {
    const files = memoryFiles();
    const cold = await verdicts(files);
    expect(await verdicts(memoryFiles(broken(files.text())))).toEqual(cold);
  });
});
