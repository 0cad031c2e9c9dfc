import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Creates the page with the coverage of the wire suite from its cases. A test compares it with the committed page. */
export function wireTable() {
  const topics = readdirSync(`${root}test/wire/cases`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => path.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, ...read(`test/wire/cases/${path}`) }));
  const rows = topics.map(({ path, title, spec, cases }) => {
    const client = cases.filter((each) => each.call !== undefined && each.only !== 'server');
    const server = cases.filter((each) => each.request !== undefined && each.only !== 'client');
    const refused = cases.filter((each) => each.refused !== undefined || each.fault !== undefined);
    return [`[${title}](../test/wire/cases/${path})`, cases, client, server, refused, spec].map(
      (cell) => (Array.isArray(cell) ? cell.length : cell),
    );
  });
  const sum = (index) => rows.reduce((total, row) => total + row[index], 0);
  const total = ['all', sum(1), sum(2), sum(3), sum(4), ''];
  const { kinds, brokenJson, strangeTypes, unacceptable, malformedAccept } =
    read('test/wire/faults.yaml');
  const texts = (name) =>
    Object.values(kinds).reduce((all, kind) => all + (kind[name]?.length ?? 0), 0);
  return `# What is covered on the wire

Made by \`node scripts/wire-table.js\` from the cases in \`test/wire/cases\`; a test holds it to them.

A case is an operation in a small document, what a program gives the client, the exact request, what the handler gets,
what it answers, the exact response, and what the client makes of it. The generated client is held to the bytes, and the
generated server to the same bytes, its body once as a whole and once byte by byte.

${table(['topic', 'cases', 'client', 'server', 'refusals', 'specification'], [...rows, total])}

**Transports and adapters.** Every case of a client also runs over \`fetch\`, \`nodeTransport\` and \`undiciTransport\` against a plain
server that answers the case's bytes, and every case of a server through \`node:http\`, Express, Koa, Fastify, \`fetchHandler\` and Hono, its bytes
written to a socket (\`test/wire/halves.test.ts\`). Nothing of the program's may be missing on the wire, and nothing be too much. Every
case that both halves are part of runs once more with both of them, over nine ways from one to the other (\`test/wire/transports.test.ts\`).

**Other places.** \`npm run test:thorough -- engines\` runs the client's half in headless Chromium (\`test/engines/browser.thorough.test.ts\`). In Bun, Deno and
workerd, which it installs, the client's half runs over their \`fetch\`, and the server's half as what they serve, its bytes written to a
socket (\`test/engines/engines.thorough.test.ts\`). Where Chromium is not installed its test is skipped, but in CI it fails. A case that does not hold in some place
says so with the rule that forbids it there; it is run all the same, and must fail:

${table(['place', 'rule', 'cases'], exceptions(topics))}

**Malformed requests** come from a grammar, \`test/wire/faults.yaml\`: ${Object.keys(kinds).length} kinds of values with ${texts('wrong')} JSON texts that are
none of them, each as a whole body, a member, an item and an entry of a map, and ${texts('wrongText')} texts, each in the path, the query, a
header, a cookie and a form; ${brokenJson.length} texts that are no JSON, ${strangeTypes.length} content types, ${unacceptable.length + malformedAccept.length} values of \`Accept\`. Each is refused with its
status, every place that is wrong and no other is named, and no handler is entered. All of them once more over the wire, each by one
adapter, in a random order (\`test/wire/malformed-adapters.test.ts\`).

**Hostile bytes.** What no client of anybody's sends is written to sockets of every adapter on \`node:http\`
(\`test/wire/hostile/requests.test.ts\`): requests whose end is ambiguous, header lines, targets, and bodies that are bombs or mean two things;
each has its answers, and enters the handlers that it should, which is mostly none. Bodies that come too slowly, break off or never end,
and callers who hang up, are in \`test/wire/hostile/connections.test.ts\`. Servers that lie, to a client over each transport, are in
\`test/wire/hostile/answers.test.ts\`: heads, framing, bombs, streams without end, redirects, answers that stop or come too late.

**Other people's suites.** The table "Style Examples" of OpenAPI, both generations of it (100 rows: ${'`test/wire/style-examples.test.ts`'}), and
the templates of RFC 6570 as far as OpenAPI has words for them (${'`test/wire/templates.test.ts`'}, which names what it leaves out), both
ways. JSON Pointer (RFC 6901) and canonical JSON (RFC 8785) by their own vectors.

**Streams** of bytes, both ways and over four of the ways, with what is kept of them, back-pressure, abort, limits and idle time, are in
${'`test/wire/streams.test.ts`'}. Streams of items likewise, with what breaks off, goes on and is left: ${'`test/wire/item-streams.test.ts`'},
${'`test/wire/item-reconnect.test.ts`'}; the event streams of web-platform-tests: ${'`test/runtime/items/event-parser.test.ts`'}.

**Routes.** A thousand hostile values for each style of path parameter never lead to another operation
(${'`test/wire/routes.test.ts`'}).

**Not run.** Next.js, whose route handlers are handlers of web requests; browsers other than Chromium.
`;
}

/** Rows of the rules that exclude cases on some platforms. */
function exceptions(topics) {
  const counts = new Map();
  for (const { except = {} } of topics.flatMap(({ cases }) => cases))
    for (const [place, rule] of Object.entries(except)) {
      const key = JSON.stringify([place, rule]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return [...counts].map(([key, count]) => [...JSON.parse(key), count]).sort();
}

function read(path) {
  return parse(readFileSync(root + path, 'utf8'), { logLevel: 'silent' });
}

/** Formats a table as the formatter does. */
function table(head, rows) {
  const all = [head, ...rows].map((row) => row.map(String));
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column].length), 3));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [
    line(all[0]),
    line(widths.map((width) => '-'.repeat(width))),
    ...all.slice(1).map(line),
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(`${root}docs/wire.md`, wireTable());
