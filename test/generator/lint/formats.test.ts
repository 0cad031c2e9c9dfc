import { describe, expect, it } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { lint } from '../../../generator/lint/lint.js';
import { definedFormats, formatFunctions } from '../../../generator/model/formats.js';
import { description, read } from '../model/read.js';

async function formatsSaid(
  formats: readonly string[],
  own: readonly string[] = [],
): Promise<readonly string[]> {
  const schemas = formats.map(
    (format, index) => `  A${index}: { type: string, format: ${format} }`,
  );
  const { api } = read(description({ components: ['schemas:', ...schemas].join('\n') }));
  const found = api === undefined ? [] : await lint(api, { formats: own });
  return found.map(
    ({ code, severity, message, hint, ...place }) =>
      `${diagnosticPosition(place).position?.line} ${severity} ${code}: ${message.replace(/ is not a known format, and is ignored/, '')} (${hint})`,
  );
}

describe('unknown-format', () => {
  it('reports no defined format', async () => {
    expect(await formatsSaid([...definedFormats])).toEqual([]);
  });

  it('defines every format that has a check', () => {
    expect(Object.keys(formatFunctions).filter((each) => !definedFormats.has(each))).toEqual([]);
  });

  it.each([
    ['dateTime', 'date-time'],
    ['date_time', 'date-time'],
    ['datetime', 'date-time'],
    ['DATE', 'date'],
    ['e-mail', 'email'],
    ['int46', 'int64'],
    ['url', 'uri'],
    ['guid', 'uuid'],
    ['base64', 'byte'],
    ['flaot', 'float'],
  ])('suggests another spelling of %s: %s', async (format, meant) => {
    expect(await formatsSaid([format])).toEqual([
      `6 warning unknown-format: "${format}" (did you mean "${meant}"?)`,
    ]);
  });

  it('hints that a type name is not a format', async () => {
    expect(await formatsSaid(['string'])).toEqual([
      '6 warning unknown-format: "string" ("string" is a type: omit the format)',
    ]);
  });

  it('reports each format once, at its first use, with the number of uses', async () => {
    expect(await formatsSaid(['repo.nwo', 'date', 'sku', 'repo.nwo', 'repo.nwo', 'sku'])).toEqual([
      '6 warning unknown-format: "repo.nwo", here and in 2 other schemas (if you define it, list it in the config file: formats)',
      '8 warning unknown-format: "sku", here and in 1 other schema (if you define it, list it in the config file: formats)',
    ]);
  });

  it('reports no format listed in the config file', async () => {
    expect(await formatsSaid(['sku', 'repo.nwo'], ['sku', 'repo.nwo'])).toEqual([]);
  });

  it('reports names of properties of Object.prototype', async () => {
    expect(await formatsSaid(['constructor', '__proto__'])).toHaveLength(2);
  });
});
