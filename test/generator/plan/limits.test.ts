import { describe, expect, it } from 'vitest';
import { planOf } from './describe.js';
import { limitsKey } from '../../../generator/emitters/limits/plan.js';

const responses = { 200: { description: 'ok' } };

function described(root: object, operationId = 'listA', item: object = {}): object {
  return {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1.0.0' },
    ...root,
    paths: { '/a': { ...item, get: { operationId, responses } } },
  };
}

const rate = (bucket: string): object => ({ bucket, rate: 1, per: 'ip' });

describe('names of limits', () => {
  it('are those of the description if valid', () => {
    const limits = planOf(
      described({
        'x-limits': {
          max: { value: 1 },
          default: { value: 2 },
          constructor: { value: 3 },
          aRateLimit: { value: 4 },
        },
        'x-rate-limit': [rate('a'), rate('public reads'), rate('-')],
      }),
    ).partOf(limitsKey);
    expect(limits?.values.map(({ identifier: { name } }) => name)).toEqual([
      'max',
      'defaultLimit',
      'constructorLimit',
      'aRateLimit',
    ]);
    const [first, ...others] = (limits?.rateLimits ?? []).map(({ identifier: { name } }) => name);
    expect(first).toMatch(/^aRateLimit[0-9A-Za-z]+$/);
    expect(others).toEqual(['publicReadsRateLimit', 'rateLimit']);
  });

  it('are grouped under a unique namespace', () => {
    const some = { 'x-limits': { max: { value: 1 } } };
    expect(planOf(described(some)).partOf(limitsKey)?.namespace).toBe('limits');
    expect(planOf(described(some, 'limits')).partOf(limitsKey)?.namespace).toBe('shopLimits');
  });

  it('are omitted if no operation uses a bucket', () => {
    const plan = planOf(described({ 'x-rate-limit': rate('a') }, 'listA', { 'x-rate-limit': [] }));
    expect(plan.partOf(limitsKey)).toBeUndefined();
  });
});
