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

describe('judgements of earlier runs', () => {
  it('are those of this one', async () => {
    const cold = await verdicts();
    const files = memoryFiles();
    expect(await verdicts(files)).toEqual(cold);
    const text = files.text();
    expect(await verdicts(files)).toEqual(cold);
    expect(files.text()).toBe(text);
  });

  it('are taken without judging again', async () => {
    const files = memoryFiles();
    await verdicts(files);
    const spoilt = memoryFiles(files.text().replaceAll('"exponential"', '{"degree":7}'));
    expect(JSON.stringify(await verdicts(spoilt))).toContain('{"degree":7}');
  });

  it.each([
    ['no JSON', () => 'not this'],
    ['another value', () => '[1, 2]'],
    ['cut off', (text: string) => text.slice(0, text.length / 2)],
    ['of another shape', (text: string) => text.replaceAll('"exponential"', '"slow"')],
    ['with signs that steer a terminal', (text: string) => text.replaceAll("'a'", '\\u001b[2J')],
  ])('are made anew where they are broken: %s', async (_, broken) => {
    const files = memoryFiles();
    const cold = await verdicts(files);
    expect(await verdicts(memoryFiles(broken(files.text())))).toEqual(cold);
  });
});
