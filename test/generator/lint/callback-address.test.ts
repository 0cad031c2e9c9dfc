import { expect, it } from 'vitest';
import { description } from '../model/read.js';
import { lintText } from './lint-text.js';

it.each<readonly [address: string, want: readonly string[]]>([
  ['{$request.body#/url}', []],
  ['https://shop.example/{$request.query.id}', []],
  ['/local/{$request.query.id}', ['warning callback-address 5']],
  ['local/{$request.query.id}', ['warning callback-address 5']],
  ['{url}', ['warning callback-address 5']],
])('warns of a callback with a relative address: %s', async (address, want) => {
  const done = "responses: { '204': { description: Done. } }";
  const paths = `/a: { post: { operationId: a, ${done},
  callbacks: { told: { '${address}': { get: { operationId: tell, ${done} } } } } } }`;
  expect(await lintText(description({ paths }))).toEqual(want);
});
