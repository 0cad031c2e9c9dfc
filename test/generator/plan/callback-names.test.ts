import { expect, test } from 'vitest';
import { document, planOf } from './describe.js';

const answers = { responses: { '200': { description: 'Fine.' } } };

/** Names of the callbacks of the operation `startJob`, by address and method. */
function namesOf(callbacks: object): Record<string, string> {
  const paths = { '/jobs': { post: { operationId: 'startJob', ...answers, callbacks } } };
  const { deliveries } = planOf(document({}, paths));
  return Object.fromEntries(
    deliveries.map((operation) => [
      operation.id.replace(/^startJob /, ''),
      operation.function.name,
    ]),
  );
}

test('distinguishes callbacks with the same name by the end of their addresses', () => {
  const finished = {
    '{$request.body#/successUrl}': { post: answers },
    '{$request.query.failed-url}': { post: answers },
    '{$request.body#/url}/progress': { post: answers, put: answers },
  };
  expect(namesOf({ finished })).toEqual({
    'finished POST {$request.body#/successUrl}': 'startJobFinishedSuccessUrl',
    'finished POST {$request.query.failed-url}': 'startJobFinishedFailedUrl',
    'finished POST {$request.body#/url}/progress': 'startJobFinishedProgress',
    'finished PUT {$request.body#/url}/progress': 'startJobFinishedPut',
  });
});

test('keeps unique callback names, and distinguishes operations of a callback by method', () => {
  const done = { '{$request.body#/url}': { post: answers } };
  const requested = { '{$request.body#/url}': { get: answers, delete: answers } };
  expect(namesOf({ done, asked: requested })).toEqual({
    'done POST {$request.body#/url}': 'done',
    'asked GET {$request.body#/url}': 'startJobAskedGet',
    'asked DELETE {$request.body#/url}': 'startJobAskedDelete',
  });
});

test('redefines no method of the class that sends deliveries', () => {
  const address = { '{$request.body#/url}': { post: answers } };
  expect(Object.values(namesOf({ resume: address, toString: address, paused: address }))).toEqual([
    'startJobResume',
    'startJobToString',
    'paused',
  ]);
});
