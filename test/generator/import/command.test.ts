import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { run } from '../cli/console.js';
import { kettles } from './kettles.js';

describe('tallystick import fix', () => {
  const files = { '/work/kettles.xml': kettles, '/work/there.yaml': 'mine' };

  test('prints the description', async () => {
    const { code, out, error } = await run(
      ['import', 'fix', 'kettles.xml'],
      memoryHost(files, '/work'),
    );
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out).toMatch(/^# FIX 4\.2, made from/);
  });

  test('writes a new file, and an existing one only with --force', async () => {
    const host = memoryHost(files, '/work');
    const line = ['import', 'fix', 'kettles.xml', '--messages', 'D, J', '--out'];
    expect(await run([...line, 'spec/fix.yaml'], host)).toEqual({
      code: 0,
      out: 'spec/fix.yaml: written\n',
      error: '',
    });
    expect(host.files().get('/work/spec/fix.yaml')).toContain('asyncapi: 3.1.0');
    const refused = await run([...line, 'there.yaml'], host);
    expect(refused.code).toBe(2);
    expect(refused.error).toContain('"there.yaml" already exists; use --force to overwrite it');
    expect((await run([...line, 'there.yaml', '--force'], host)).code).toBe(0);
    expect(host.files().get('/work/there.yaml')).toContain('asyncapi: 3.1.0');
  });

  test.each([
    ['import fix', 2, "missing required argument 'dictionary'"],
    ['import xml kettles.xml', 2, "unknown command 'xml'"],
    ['import fix none.xml', 1, 'none.xml: error: this file does not exist'],
    ['import fix kettles.xml --messages Alocation', 1, 'did you mean "Allocation"?'],
  ])('tallystick %s exits with %i', async (line, code, want) => {
    const outcome = await run(line.split(' '), memoryHost(files, '/work'));
    expect(outcome).toMatchObject({ code, out: '' });
    expect(outcome.error).toContain(want);
  });
});
