import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages of the project, in the order in which they are published: each after those that it depends on. */
const packages = [
  // The runtime has a CommonJS build too.
  { folder: 'runtime', profile: 'node16' },
  { folder: 'stores', profile: 'esm-only' },
  { folder: 'generator', profile: 'esm-only' },
];

/** Why the project cannot be released, one sentence for each reason. `changed` are the lines of `git status --porcelain`. */
export function releaseProblems(folder, changed) {
  const manifest = (path) => JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'));
  const { version } = manifest('.');
  const problems = [];
  if (changed.length > 0)
    problems.push(`there are changes that are not committed: ${changed.slice(0, 3).join(', ')}`);
  for (const { folder: path } of packages) {
    const own = manifest(path);
    if (own.version !== version)
      problems.push(`${path}/package.json has the version ${own.version}, and not ${version}`);
    for (const [name, range] of Object.entries(own.dependencies ?? {}))
      if (name.startsWith('@tallystick/') && range !== `^${version}`)
        problems.push(`${path}/package.json requires ${name} ${range}, and not ^${version}`);
  }
  const source = readFileSync(join(folder, 'generator/core/version.ts'), 'utf8');
  if (!source.includes(`generatorVersion = '${version}'`))
    problems.push(`generator/core/version.ts has another version than ${version}`);
  const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8').replaceAll('\r\n', '\n');
  const section = (title) =>
    new RegExp(
      `^## \\[?${title.replaceAll('.', '\\.')}\\]?.*\\n([^]*?)(?=^## |$(?![^]))`,
      'im',
    ).exec(changelog)?.[1];
  const unreleased = section('Unreleased');
  if (unreleased === undefined) problems.push('CHANGELOG.md has no section "## Unreleased"');
  else if (!/^- /m.test(unreleased) && !/^- /m.test(section(version) ?? ''))
    problems.push(`CHANGELOG.md has no entry below "## Unreleased" or "## ${version}"`);
  return problems;
}

/** A table of what tarballs contain, from the output of `npm pack --json`. */
export function sizeReport(packed) {
  const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
  return packed
    .map(
      ({ id, size, unpackedSize, files }) =>
        `${id}: ${kilobytes(size)} compressed, ${kilobytes(unpackedSize)} in ${files.length} files\n${[
          ...files,
        ]
          .sort((left, right) => right.size - left.size)
          .slice(0, 5)
          .map((file) => `  ${kilobytes(file.size).padStart(10)}  ${file.path}\n`)
          .join('')}`,
    )
    .join('');
}

/** Packs the packages into a folder. In a workflow of GitHub, their manifests name its repository, which provenance requires. */
function pack(target) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  return packages.flatMap(({ folder }) => {
    const path = join(root, folder, 'package.json');
    const text = readFileSync(path, 'utf8');
    const { GITHUB_REPOSITORY: repository, GITHUB_SERVER_URL: server = 'https://github.com' } =
      process.env;
    try {
      if (repository !== undefined)
        writeFileSync(
          path,
          JSON.stringify({
            ...JSON.parse(text),
            repository: { type: 'git', url: `git+${server}/${repository}.git`, directory: folder },
          }),
        );
      const options = ['--json', '--ignore-scripts', '--offline', '--pack-destination', target];
      const output = execFileSync('npm', ['pack', ...options], {
        cwd: join(root, folder),
        encoding: 'utf8',
        shell: process.platform === 'win32',
      });
      const result = JSON.parse(output);
      return Array.isArray(result) ? result : Object.values(result);
    } finally {
      writeFileSync(path, text);
    }
  });
}

/** Verifies, builds, packs and examines the packages of the project, and ends with a dry run of publishing. Contacts no registry. */
async function release() {
  const { build } = await import('./build.js');
  const status = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });
  const problems = releaseProblems(
    root,
    status.split('\n').filter((line) => line !== ''),
  );
  if (problems.length > 0) {
    for (const problem of problems) console.error(`error: ${problem}`);
    return 1;
  }
  await build('release');
  const target = join(root, '.tallystick/release');
  const packed = pack(target);
  console.log(sizeReport(packed));
  let isGood = true;
  const run = (name, args) => {
    console.log(`── ${name}`);
    if (spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' }).status !== 0)
      isGood = false;
  };
  const npm = join(
    execFileSync('npm', ['root', '--global'], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    }).trim(),
    'npm/bin/npm-cli.js',
  );
  packages.forEach(({ folder, profile }, index) => {
    const tarball = join(target, packed[index].filename);
    run(`publint ${folder}`, ['node_modules/publint/src/cli.js', 'run', tarball, '--strict']);
    run(`attw ${folder}`, [
      'node_modules/@arethetypeswrong/cli/dist/index.js',
      tarball,
      '--profile',
      profile,
      '--no-color',
      '--no-emoji',
    ]);
    if (existsSync(npm))
      run(`npm publish --dry-run ${folder}`, [
        npm,
        'publish',
        tarball,
        '--dry-run',
        '--loglevel',
        'warn',
        '--offline',
        '--ignore-scripts',
        '--access',
        'public',
        ...channelOf(packed[index].version),
      ]);
  });
  console.log(
    isGood
      ? `The tarballs are in ${target}. Nothing was published: the workflow "release" publishes them.`
      : 'A package is not as it should be: see above.',
  );
  return isGood ? 0 : 1;
}

/** Options of `npm publish` for a version: a prerelease gets the dist-tag of its channel. */
function channelOf(version) {
  const [, channel] = /-([a-z]+)/i.exec(version) ?? [];
  return channel === undefined ? [] : ['--tag', channel];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await release();
