import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskHost } from '../../generator/index.js';
import { endpointsOf } from '../../generator/mock/endpoints.js';
import type { Outcome } from '../../generator/model/api.js';
import { planMock, startMock } from '../../generator/mock/mock.js';
import { readModels } from '../../generator/pipeline/generate.js';
import { sharedPath } from '../shared.js';
import { documents, isValid } from './documents.js';
import { validRequest, violationsOf } from './mock.js';

const folder = sharedPath('corpus', 'openapi') ?? '';
/** Operations of a document that are called. */
const operationsEach = 5;
/** True for a response that is neither a success nor a redirection. */
const isFailure = ({ when }: Outcome): boolean =>
  'status' in when &&
  (typeof when.status === 'number'
    ? when.status < 200 || when.status >= 400
    : /^[145]/.test(when.status));

/** Every third document: the others would take more than a minute. */
const chosen = documents.filter(isValid).filter((_, index) => index % 3 === 0);

/** Numbers of calls, and of those for which there is no value that satisfies the schema. */
const calls = { all: 0, withoutValue: 0 };

describe.skipIf(folder === '')('a mock of real documents', () => {
  test.each(chosen)('$file responds to valid requests as described', async ({ file }) => {
    const read = await readModels(
      { documents: [join(folder, file)], lenient: true },
      diskHost(process.cwd()),
    );
    const [api] = read.value ?? [];
    if (api === undefined) return;
    const { value: plan } = planMock([api], 0);
    if (plan === undefined) throw new Error('a mock has a plan');
    const mock = await startMock(plan, {
      port: 0,
      host: '127.0.0.1',
      stateful: false,
      seed: 0,
      interval: 1000,
      log: () => undefined,
    });
    try {
      const endpoints = endpointsOf(api);
      const every = Math.max(1, Math.floor(endpoints.length / operationsEach));
      const some = endpoints.filter((_, index) => index % every === 0).slice(0, operationsEach);
      const results: unknown[] = [];
      for (const endpoint of some) {
        const request = validRequest(endpoint);
        const [operation] = endpoint.operations;
        const isAnswered = (operation?.outcomes ?? []).length > 0;
        if (request === undefined || operation === undefined || !isAnswered) continue;
        const { method, target, headers, body } = request;
        const response = await fetch(`${mock.address}${target}`, {
          method,
          headers,
          redirect: 'manual',
          ...(body !== undefined && { body }),
        });
        const text = await response.text();
        calls.all += 1;
        if (response.status === 501 && text.includes('no value was found')) {
          calls.withoutValue += 1;
          continue;
        }
        const type = response.headers.get('Content-Type') ?? '';
        const isExpected = response.status < 400 || operation.outcomes.every(isFailure);
        const problems = isExpected ? [] : [text];
        if (/^application\/(?:[\w.+-]*\+)?json(?:;|$)/.test(type) && isExpected && text !== '')
          problems.push(...violationsOf(api, operation, response.status, JSON.parse(text)));
        if (problems.length > 0)
          results.push({ method, target, status: response.status, problems });
      }
      expect(results).toEqual([]);
    } finally {
      await mock.close();
    }
  });

  test('hardly any operation has no response', () => {
    expect(calls.all).toBeGreaterThan(100);
    expect(calls.withoutValue).toBeLessThan(calls.all * 0.04);
  });
});
