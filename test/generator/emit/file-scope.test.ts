import { describe, expect, it } from 'vitest';
import { createFileScope } from '../../../generator/printer/file-scope.js';
import { identifierName } from '../../../generator/plan/names.js';
import type { Identifier, PackagePlan } from '../../../generator/plan/plan.js';

const plan = { package: {} as PackagePlan };

function type(name: string, from: string): Identifier {
  return { name: identifierName(name), from, typeOnly: true };
}

function value(name: string, from: string): Identifier {
  return { ...type(name, from), typeOnly: false };
}

/** Names of these identifiers in one file, requested in this order. */
function spelt(...identifiers: readonly Identifier[]): readonly string[] {
  const scope = createFileScope(plan, 'validators.ts');
  return identifiers.map((each) => String(scope.name(each)));
}

const runtime = '@tallystick/runtime/validate';

describe('names in a file', () => {
  it('stay unchanged if they are unique', () => {
    expect(spelt(type('Report', runtime), type('Pet', 'types.ts'))).toEqual(['Report', 'Pet']);
  });

  it('have the prefix Runtime if the description uses the same name', () => {
    const own = ['Report', 'ReportType'].map((name) => type(name, 'types.ts'));
    expect(spelt(...own, type('Report', runtime))).toEqual([
      'Report',
      'ReportType',
      'RuntimeReport',
    ]);
    expect(spelt(type('check', 'types.ts'), value('check', runtime))).toEqual([
      'check',
      'runtimeCheck',
    ]);
  });

  it('have the prefix Api if the runtime uses the name first', () => {
    expect(spelt(type('Call', runtime), type('Call', 'types.ts'))).toEqual(['Call', 'ApiCall']);
  });

  it('have an underscore if all other names are taken', () => {
    const own = ['Report', 'RuntimeReport', 'RuntimeReportType'];
    const all = spelt(...own.map((name) => type(name, 'types.ts')), type('Report', runtime));
    expect(all.at(-1)).toBe('RuntimeReportType_');
  });

  it('are the same each time', () => {
    const again = [type('Report', 'types.ts'), type('Report', runtime), type('Report', runtime)];
    expect(spelt(...again)).toEqual(['Report', 'RuntimeReport', 'RuntimeReport']);
  });
});
