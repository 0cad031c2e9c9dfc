import { describe, expect, test } from 'vitest';
import { memoryHost } from '../../../generator/host/memory.js';
import { run } from './console.js';

const broken = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths:
  /pets:
    get:
      responses:
        '200': { description: All., content: { application/json: { schema: { $ref: '#/components/schemas/Pat' } } } }
components: { schemas: { Pet: { type: object } } }
`;
const warned = `openapi: 3.1.0
info: { title: Pets, version: 1.0.0 }
paths: {}
components: { schemas: { Pet: { type: string, format: "what,\\n::error::ever%" } } }
`;

function host(): ReturnType<typeof memoryHost> {
  return memoryHost({ 'broken.yaml': broken, 'warned.yaml': warned });
}

describe('report for GitHub Actions', () => {
  test('annotates the line of an error', async () => {
    const { code, out, error } = await run(
      ['generate', 'broken.yaml', '-o', 'src', '--report', 'github'],
      host(),
    );
    expect(code).toBe(1);
    expect(out).toBe(
      '::error file=broken.yaml,line=7,col=84,title=unresolved-reference::"#/components/schemas/Pat" does not exist%0Ahint: did you mean "Pet"?\n',
    );
    expect(error).toBe('1 error; nothing was written\n');
  });

  test('lets no text of a description begin a command of its own', async () => {
    const { out } = await run(['lint', 'warned.yaml', '--report', 'github'], host());
    expect(out.split('\n').filter((line) => line.startsWith('::'))).toHaveLength(1);
    expect(out).toMatch(/::error::ever%25" .*%0Ahint: /u);
  });

  test('states why a command could not run', async () => {
    const { code, out } = await run(['generate', '--report', 'github'], host());
    expect(code).toBe(2);
    expect(out).toMatch(/^::error::this folder has no config file/u);
  });
});

describe('report in SARIF', () => {
  test('has a result for each diagnostic, with its rule and its place', async () => {
    const { code, out, error } = await run(['lint', 'broken.yaml', '--report', 'sarif'], host());
    expect([code, error]).toEqual([1, '']);
    const { version, runs } = JSON.parse(out);
    expect(version).toBe('2.1.0');
    expect(runs).toHaveLength(1);
    expect(runs[0].tool.driver.rules).toEqual([{ id: 'unresolved-reference' }]);
    expect(runs[0].results).toEqual([
      {
        ruleId: 'unresolved-reference',
        ruleIndex: 0,
        level: 'error',
        message: { text: '"#/components/schemas/Pat" does not exist\nhint: did you mean "Pet"?' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'broken.yaml' },
              region: { startLine: 7, startColumn: 84 },
            },
            logicalLocations: [
              {
                fullyQualifiedName:
                  '/paths/~1pets/get/responses/200/content/application~1json/schema/$ref',
              },
            ],
          },
        ],
      },
    ]);
  });

  test('has no results for a description without problems', async () => {
    const { code, out } = await run(
      ['generate', 'good.yaml', '-o', 'src', '--report', 'sarif'],
      memoryHost({
        'good.yaml': 'openapi: 3.1.0\ninfo: { title: A, version: 1.0.0 }\npaths: {}\n',
      }),
    );
    expect(code).toBe(0);
    expect(JSON.parse(out).runs[0]).toMatchObject({
      results: [],
      invocations: [{ executionSuccessful: true }],
    });
  });

  test('states why a command could not run', async () => {
    const { code, out } = await run(['lint', '--report=sarif', '--nothing'], host());
    expect(code).toBe(2);
    expect(JSON.parse(out).runs[0].invocations).toEqual([
      {
        executionSuccessful: false,
        toolConfigurationNotifications: [
          { level: 'error', message: { text: "unknown option '--nothing'" } },
        ],
      },
    ]);
  });
});

describe('--quiet', () => {
  test('prints nothing if there is no error', async () => {
    for (const argv of [
      ['generate', 'warned.yaml', '--out', 'src', '--quiet'],
      ['generate', 'warned.yaml', '--out', 'src', '-q', '--report', 'github'],
      ['lint', 'warned.yaml', '-q'],
    ])
      expect(await run(argv, host(), { terminal: true })).toEqual({ code: 0, out: '', error: '' });
  });

  test('prints errors', async () => {
    const { code, out, error } = await run(['generate', 'broken.yaml', '-o', 'src', '-q'], host());
    expect([code, out]).toEqual([1, '']);
    expect(error).toContain('[unresolved-reference]');
  });

  test('prints warnings that fail a strict check', async () => {
    const { code, error } = await run(['lint', 'warned.yaml', '--strict', '-q'], host());
    expect(code).toBe(1);
    expect(error).toContain('warning:');
  });
});
