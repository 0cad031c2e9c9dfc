import { describe, expect, it } from 'vitest';
import { parseAddress } from '../../../generator/model/read/openapi/runtime-expression.js';

describe('address of a callback', () => {
  it.each([
    ['{$request.body#/url}', [{ of: 'request', in: 'body', name: '/url' }]],
    ['$request.body#/url', [{ of: 'request', in: 'body', name: '/url' }]],
    ['{$request.body}', [{ of: 'request', in: 'body', name: '' }]],
    ['{$url}/a', [{ of: 'url' }, '/a']],
    ['https://a.example/b', ['https://a.example/b']],
    [
      'http://a.example?id={$request.path.id}&to={$response.header.Location}',
      [
        'http://a.example?id=',
        { of: 'request', in: 'path', name: 'id' },
        '&to=',
        { of: 'response', in: 'header', name: 'Location' },
      ],
    ],
    ['{$request.query.a.b}', [{ of: 'request', in: 'query', name: 'a.b' }]],
    ['{$method}{$statusCode}', [{ of: 'method' }, { of: 'statusCode' }]],
  ])('is parsed: %s', (text, parts) => {
    expect(parseAddress(text)).toEqual(parts);
  });

  it.each([
    '{callbackUrl}',
    '{$request.body#url}',
    '{$request.cookie.a}',
    '{$response.query.a}',
    '{$request.header.}',
    '$toString',
    '{}',
  ])('is rejected: %s', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });
});
