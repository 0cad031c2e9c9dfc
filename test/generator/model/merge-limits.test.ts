import { describe, expect, it } from 'vitest';
import type { Api } from '../../../generator/model/api.js';
import { mergeApis } from '../../../generator/model/merge-apis.js';
import { createShapes } from '../../../generator/model/shape/create-shapes.js';
import { planPackage } from '../../../generator/emitters/plan-package.js';
import { description, read } from './read.js';
import { limitsKey } from '../../../generator/emitters/limits/plan.js';

function api(text: string): Api {
  const { api: found, places } = read(text);
  expect(places).toEqual([]);
  if (found === undefined) throw new Error('the description is understood');
  return found;
}

const half = (id: string, root: string): Api =>
  api(
    description({
      root,
      paths: `/${id}:\n  get: { operationId: ${id}, responses: { '200': { description: ok } } }`,
    }),
  );

const feed = (root: string): Api =>
  api(`asyncapi: 3.0.0
info: { title: Feed, version: 1.0.0 }
${root}
channels:
  prices: { address: /, messages: { Price: { payload: { $ref: '#/components/schemas/Price' } } } }
operations:
  sendPrices: { action: send, channel: { $ref: '#/channels/prices' } }
components:
  schemas:
    Price: { type: string }
`);

describe('limits and changes of two documents', () => {
  it('are merged if they are equal', () => {
    const limit = 'x-limits: { max: { value: 5, unit: s } }';
    const rate = 'x-rate-limit: { bucket: all, rate: 5, per: ip }';
    const { value, diagnostics } = mergeApis([
      half('a', `${limit}\n${rate}`),
      half('b', `${limit}\n${rate}`),
    ]);
    expect(diagnostics).toEqual([]);
    if (value === undefined) throw new Error('they are one');
    const { value: plan } = planPackage(value, createShapes(value.schemas), {
      kind: 'sources',
      name: 'test',
      runtimeRange: '^0.1.0',
    });
    expect(plan?.partOf(limitsKey)?.values.map(({ identifier: { name } }) => name)).toEqual([
      'max',
    ]);
    expect(plan?.partOf(limitsKey)?.rateLimits.map(({ identifier: { name } }) => name)).toEqual([
      'allRateLimit',
    ]);
  });

  it.each([
    ['x-limits: { max: { value: 5 } }', 'x-limits: { max: { value: 6 } }', 'the limit "max"'],
    [
      'x-rate-limit: { bucket: all, rate: 5, per: ip }',
      'x-rate-limit: { bucket: all, rate: 5, per: key }',
      'the bucket "all"',
    ],
  ])('are reported if they contradict each other: %s', (one, other, what) => {
    const { diagnostics } = mergeApis([half('a', one), half('b', other)]);
    expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['documents-conflict', `two documents describe ${what} differently`],
    ]);
  });

  it('are read of messages too, and one change applies to both documents', () => {
    const rest = half(
      'a',
      'x-changelog: [{ date: 2024-02, text: Prices., touches: [a] }, { date: 2023-01, text: First. }]',
    );
    const prices = feed(`x-limits: { max: { value: 5 } }
x-changelog:
  - { date: 2024-02, text: Prices., touches: [sendPrices, Price] }
  - { date: 2024-03, text: More., touches: ['#/channels/prices'] }`);
    const { value, diagnostics } = mergeApis([rest, prices]);
    expect(diagnostics).toEqual([]);
    expect(value?.limits.map(({ name }) => name)).toEqual(['max']);
    expect(
      value?.changes.map(({ text, targets }) => [text, ...targets.map(({ name }) => name)]),
    ).toEqual([
      ['Prices.', 'a', 'sendPrices', 'Price'],
      ['First.'],
      ['More.', '#/channels/prices'],
    ]);
  });
});
