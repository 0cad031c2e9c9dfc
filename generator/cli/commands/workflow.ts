import type { GenerateResult } from '../../pipeline/request.js';
import { UsageError, type Console } from '../console.js';
import { textAt, writeText } from '../project-files.js';

/** File of the workflow, from the root of a repository. */
const workflowFile = '.github/workflows/api-packages.yml';

/** A package that the workflow publishes. */
interface Published {
  /** npm name. */
  readonly name: string;
  /** Folder, from the root of the repository. */
  readonly folder: string;
}

/**
 * Writes a workflow of GitHub Actions that checks, builds and publishes the generated packages. A file that is there stays unless `force`
 * is set.
 *
 * @throws {UsageError} if there is another file, no package, or a folder whose name has a meaning in workflows
 */
export function writeWorkflow(
  { packages }: GenerateResult,
  { force = false }: { readonly force?: boolean },
  { host, out }: Pick<Console, 'host' | 'out'>,
): void {
  const published = packages.flatMap(({ name, out: folder }) =>
    textAt(host, `${folder}/package.json`) === undefined ? [] : { name, folder },
  );
  if (published.length === 0)
    throw new UsageError(
      '--workflow publishes packages, and only sources are generated; name a package with "package"',
    );
  for (const { folder } of published) {
    if (/^\.\.|^\//.test(folder))
      throw new UsageError(
        `--workflow cannot publish "${folder}", which is outside of this folder; run it in the root of the repository`,
      );
    if (folder.includes('${{'))
      throw new UsageError(`--workflow cannot publish "${folder}": GitHub would evaluate its name`);
  }
  const text = workflowText(published);
  const present = textAt(host, workflowFile);
  if (present === text) return out(`${workflowFile}: unchanged\n`);
  if (present !== undefined && !force)
    throw new UsageError(
      `"${workflowFile}" already exists and differs; --force replaces it, or leave out --workflow`,
    );
  writeText(host, workflowFile, text);
  out(`${workflowFile}: written\n`);
}

function workflowText(published: readonly Published[]): string {
  const checkSteps = published.map(
    ({
      name,
      folder,
    }) => `      - name: ${quoted(`Build ${name}, and report the size of its tarball`)}
        run: |
          npm install --no-audit --no-fund
          npm run build
          npm pack --dry-run --ignore-scripts --json | node -e "${sizeReport}" | tee -a "$GITHUB_STEP_SUMMARY"
        working-directory: ${quoted(folder)}
`,
  );
  return `# Checks, builds and publishes the packages that tallystick generates. This file is yours: adapt it to your project.
name: API packages

on:
  pull_request:
  push:
    branches: [main]
  release:
    types: [published]

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v5
        with:
          # With the tags, which mark what was released.
          fetch-depth: 0
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci
      - name: Compare the generated files with the descriptions
        run: npx tallystick check
      - name: Compare the versions with what changed since the last releases
        run: npx tallystick check --release
      - name: Run the tests of the project, among them generated contract tests
        run: npm test --if-present
${checkSteps.join('')}
  publish:
    if: github.event_name == 'release'
    needs: check
    runs-on: ubuntu-latest
    permissions:
      contents: read
      # npm trusts this workflow by OpenID Connect: set it as the trusted publisher of each package, and store no token.
      id-token: write
    strategy:
      fail-fast: false
      matrix:
        folder: ${JSON.stringify(published.map(({ folder }) => folder))}
    defaults:
      run:
        working-directory: \${{ matrix.folder }}
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm install --no-audit --no-fund
      - name: Publish the version, unless it is published already
        run: |
          version=$(node -p "const { name, version } = require('./package.json'); name + '@' + version")
          # 1.3.0-next.0 gets the dist-tag next.
          channel=$(node -p "/-([a-z]+)/i.exec(require('./package.json').version)?.[1] ?? ''")
          [ -n "$(npm view "$version" version 2> /dev/null)" ] || npm publish \${channel:+--tag "$channel"}
`;
}

/** Program that prints the size of a tarball, and its largest files, as Markdown. It must not contain double quotes. */
const sizeReport = [
  "const [{ id, size, unpackedSize, files }] = JSON.parse(require('node:fs').readFileSync(0, 'utf8'))",
  "const kilobytes = (bytes) => (bytes / 1000).toFixed(1) + ' kB'",
  "console.log('### ' + id + ': ' + kilobytes(size) + ' compressed, ' + kilobytes(unpackedSize) + ' in ' + files.length + ' files')",
  "for (const file of files.sort((a, b) => b.size - a.size).slice(0, 10)) console.log('- ' + file.path + ': ' + kilobytes(file.size))",
].join('; ');

/** A text as YAML in double quotes. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
