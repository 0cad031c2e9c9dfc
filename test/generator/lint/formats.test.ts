import { describe, expect, it } from 'vitest';
import { diagnosticPosition } from '../../../generator/core/origin.js';
import { lint } from '../../../generator/lint/lint.js';
import { definedFormats } from '../../../generator/model/formats.js';
import { formatFunctions } from '../../../generator/emitters/validators/formats.js';
import { description, read } from '../model/reading.js';

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

describe('formats', () => {
  it('says nothing of those that are defined', async () => {
    expect(await formatsSaid([...definedFormats])).toEqual([]);
  });

  it('defines every one that can be checked', () => {
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
  ])('takes %s for a mistake, and asks whether %s is meant', async (format, meant) => {
    expect(await formatsSaid([format])).toEqual([
      `6 warning unknown-format: "${format}" (did you mean "${meant}"?)`,
    ]);
  });

  it('knows a type where a format belongs', async () => {
    expect(await formatsSaid(['string'])).toEqual([
      '6 warning unknown-format: "string" ("string" is a type: omit the format)',
    ]);
  });

  it('tells each once, where it stands first, with the number of places', async () => {
    expect(await formatsSaid(['repo.nwo', 'date', 'sku', 'repo.nwo', 'repo.nwo', 'sku'])).toEqual([
      '6 warning unknown-format: "repo.nwo", here and in 2 other schemas (if you define it, list it in the config file: formats)',
      '8 warning unknown-format: "sku", here and in 1 other schema (if you define it, list it in the config file: formats)',
    ]);
  });

  it('says nothing of those that are named as the own', async () => {
    expect(await formatsSaid(['sku', 'repo.nwo'], ['sku', 'repo.nwo'])).toEqual([]);
  });

  it('takes names of members of objects for unknown', async () => {
    expect(await formatsSaid(['constructor', '__proto__'])).toHaveLength(2);
  });
});
