import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import findMyWay from 'find-my-way';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { TrieRouter } from 'hono/router/trie-router';
import { SmartRouter } from 'hono/router/smart-router';
import { addRoute, createRouter as createRou3, findRoute } from 'rou3';
import { printAim, printTable } from '../measure/table.js';
import { cpuTime, measureTogether } from '../measure/together.js';

const root = resolve(import.meta.dirname, '../..');
const shared = resolve(process.env.TALLYSTICK_SHARED ?? join(root, '../shared'));
const document = join(shared, 'corpus/openapi/octokit-openapi-23.0.2__api.github.com.json');

/** Time to find a route, including parsing the target: all routes of GitHub, and paths that are expensive to match. */
export async function benchmarkRouter({ quick }) {
  if (!existsSync(document)) {
    console.log('\nskipped: routes of GitHub, because the folder of shared documents is not here');
    return;
  }
  const routes = routesOf(JSON.parse(readFileSync(document, 'utf8')));
  const ours = await ourRouter();
  const find = ours(routes);
  const targets = routes.map(({ method, path }) => ({
    method,
    path: path.replace(/\{[^}]+\}/g, 'octocat'),
  }));
  const missed = targets.filter(({ method, path }, at) => find(method, path) !== at).length;
  console.log(`\nroutes of GitHub: ${routes.length}, not found by their own path: ${missed}`);
  const peers = {
    tallystick: find,
    'find-my-way': inFindMyWay(routes),
    hono: inHono(routes),
    rou3: inRou3(routes),
  };
  const inTurn = (look) => {
    let at = 0;
    return () => {
      const { method, path } = targets[at];
      at = at + 1 === targets.length ? 0 : at + 1;
      return look(method, path);
    };
  };
  const options = { clock: cpuTime, ...(quick ? { rounds: 1, milliseconds: 5 } : {}) };
  const figures = measureTogether(Object.values(peers).map(inTurn), options);
  const rows = Object.keys(peers).map((name, at) => ({ name, figure: figures[at] }));
  printTable('finding a route of GitHub', 'ns a match', rows);
  printAim('finding a route of GitHub', figures[0], 400, 'ns');
  const hostile = (length) => `/repos${'/a'.repeat(length)}`;
  const [short, long] = measureTogether(
    [() => find('GET', hostile(100)), () => find('GET', hostile(1000))],
    options,
  );
  printTable('a path that leads nowhere', 'ns', [
    { name: '100 segments', figure: short },
    { name: '1,000 segments', figure: long },
  ]);
  printAim('a path ten times as long', long / short, 12, 'times the work');
}

function routesOf({ paths }) {
  const methods = ['get', 'put', 'post', 'delete', 'patch'];
  return Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({ method: method.toUpperCase(), path })),
  );
}

async function ourRouter() {
  const outfile = join(mkdtempSync(join(tmpdir(), 'tallystick-bench-')), 'router.mjs');
  const server = join(root, 'runtime/core/server');
  const contents = `export * from '${server}/route.ts'; export * from '${server}/target.ts';`;
  await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    outfile,
    bundle: true,
    format: 'esm',
  });
  const { createRouter, parseTarget } = await import(pathToFileURL(outfile));
  return (routes) => {
    const router = createRouter(
      routes.map(({ method, path }, value) => ({ method, path: piecesOf(path), value })),
    );
    return (method, path) => router(parseTarget(path))?.methods.get(method)?.value;
  };
}

/** Literal text, and an index for each parameter. */
function piecesOf(path) {
  let index = 0;
  return path
    .split(/(\{[^}]+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece.startsWith('{') ? index++ : piece));
}

const named = (path) => path.replace(/\{([^}]+)\}/g, (_, name) => `:${name.replaceAll('-', '_')}`);

function inFindMyWay(routes) {
  const router = findMyWay();
  for (const { method, path } of routes) router.on(method, named(path), () => {});
  return (method, path) => router.find(method, path);
}

function inHono(routes) {
  const router = new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
  for (const [at, { method, path }] of routes.entries()) router.add(method, named(path), at);
  return (method, path) => router.match(method, path);
}

function inRou3(routes) {
  const router = createRou3();
  for (const [at, { method, path }] of routes.entries()) addRoute(router, method, named(path), at);
  return (method, path) => findRoute(router, method, path);
}
