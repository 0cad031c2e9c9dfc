import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { diskHost } from '../../generator/host/disk.js';
import { sharedPath } from '../shared.js';
import { describe as read } from './description.js';
import { claimsOf } from './claims.js';
import { unmet } from './requirements.js';
import { pageOf } from './page.js';
import { statementsOf } from './statements.js';
import { readBeyond, readTable } from './table.js';
import type { Line } from './table.js';

const host = diskHost('.');
const folder = 'test/spec/table';
const files = readdirSync(folder).sort();
const sections = readTable(
  host,
  files.filter((name) => /^\d/.test(name)).map((name) => `${folder}/${name}`),
);
const lines = sections.flatMap((section) => section.lines);
const beyond = readBeyond(host, `${folder}/beyond.yaml`);

/** Every description, by the name that the table gives it. */
const entries = {
  platform: 'spec/platform/openapi.yaml',
  rpc: 'spec/rpc/openapi.yaml',
  exchange: 'spec/exchange/rest.openapi.yaml',
  fix42: 'spec/exchange/fix-4.2.asyncapi.yaml',
  fix50: 'spec/exchange/fix-5.0sp2.asyncapi.yaml',
  fixMarketData: 'spec/exchange/fix-5.0sp2-market-data.asyncapi.yaml',
  feed: 'spec/exchange/feed.asyncapi.yaml',
};
const descriptions = new Map(
  Object.entries(entries).map(([name, path]) => [name, read(host, path)]),
);

describe('statements of the specification', () => {
  test.each(sections)('of section $number are met by the descriptions', ({ lines: own }) => {
    const faults = own.flatMap((line) =>
      line.met.flatMap((requirement) => {
        const description = descriptions.get(requirement.document);
        if (description === undefined) return [`${requirement.document} is no description`];
        const fault = unmet(description, requirement);
        return fault === undefined ? [] : [`${nameOf(line)}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  test('are met, decided, or assigned', () => {
    const open = lines.filter(
      ({ met, by, decided }) => met.length + by.length === 0 && decided === undefined,
    );
    expect(open.map(nameOf)).toEqual([]);
    const uncovered = lines.filter(
      ({ by, covered }) => by.some(({ who }) => who === 'handler') && covered.length === 0,
    );
    expect(uncovered.map(nameOf)).toEqual([]);
    const documents = new Set(lines.flatMap(({ met }) => met.map(({ document }) => document)));
    expect([...documents].sort()).toEqual(Object.keys(entries).sort());
  });
});

describe('gaps of the specification', () => {
  test('are marked where the descriptions fill them', () => {
    const marked = lines.filter((line) => line.decided !== undefined && !line.isUnmarked);
    const unmarked = marked.flatMap((line) =>
      line.met
        .filter(({ document, address, lacks }) => {
          const place = descriptions.get(document)?.find(address);
          // Missing members need no mark.
          return (
            lacks === undefined && place?.followed().basis === undefined && place !== undefined
          );
        })
        .map(({ address }) => `${nameOf(line)}: ${address}`),
    );
    expect(unmarked).toEqual([]);
  });

  test('are marked in overlays alone', () => {
    const files = [...descriptions.values()].flatMap((description) => description.files());
    const marked = files.filter(({ file }) => readFileSync(file, 'utf8').includes('x-basis'));
    expect(marked.map(({ file }) => file)).toEqual([]);
  });

  test.each(beyond)('are listed for readers: $says', ({ basis, places }) => {
    for (const { document, address } of places) {
      const description = descriptions.get(document);
      expect([address, description?.find(address)?.followed().basis]).toEqual([address, basis]);
    }
  });
});

/** Every location in the table, of any description: several refer to the same files. */
const named = new Set(
  lines
    .flatMap(({ met }) => met)
    .flatMap(({ document, address }) => descriptions.get(document)?.way(address) ?? [])
    .flatMap((place) => [place.id, place.followed().id]),
);

describe.each([...descriptions])('description %s', (_, description) => {
  test('claims nothing beyond the specification', () => {
    const claims = claimsOf(description);
    expect(claims.length).toBeGreaterThan(5);
    expect(claims.filter(({ id }) => !named.has(id)).map((claim) => claim.name)).toEqual([]);
  });
});

const specification = sharedPath('platform', 'interface.md');

describe.skipIf(specification === undefined)('table of statements', () => {
  const page = specification === undefined ? '' : readFileSync(specification, 'utf8');
  const statements = statementsOf(page);

  test('has a row for every statement, and no others', () => {
    expect(statements.length).toBeGreaterThan(300);
    const listed = new Set(lines.map(nameOf));
    const stated = new Set(statements.map(nameOf));
    expect([...stated].filter((name) => !listed.has(name))).toEqual([]);
    expect([...listed].filter((name) => !stated.has(name))).toEqual([]);
  });

  test('decides everything that the specification does not show', () => {
    const open = statements.filter(({ text }) => text.includes('not shown')).map(nameOf);
    expect(open.length).toBeGreaterThan(20);
    const undecided = lines.filter(
      (line) => open.includes(nameOf(line)) && line.decided === undefined,
    );
    expect(undecided.map(nameOf)).toEqual([]);
  });

  test('does not copy the specification', () => {
    const prose = statements.map(({ text }) => text);
    const copied = lines.filter(
      ({ says }) => says.length > 40 && prose.some((text) => text.includes(says.slice(0, -1))),
    );
    expect(copied.map(nameOf)).toEqual([]);
  });
});

test('docs/platform.md equals the printed table', () => {
  const path = 'docs/platform.md';
  const page = pageOf({ sections, beyond, descriptions });
  if (process.env['UPDATE_PAGE'] !== undefined) writeFileSync(path, page);
  const isCurrent = readFileSync(path, 'utf8').replaceAll('\r\n', '\n') === page;
  expect(isCurrent, 'stale; run "UPDATE_PAGE=1 npx vitest run test/spec"').toBe(true);
});

function nameOf(at: Pick<Line, 'section' | 'anchor' | 'number'>): string {
  return `${at.section} ${at.anchor}, ${at.number}`;
}
