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
        run: npm install --no-audit --no-fund && npm pack --dry-run
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
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci
      - name: Compare the generated files with the descriptions
        run: npx tallystick check
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
          [ -n "$(npm view "$version" version 2> /dev/null)" ] || npm publish
`;
}

/** A text as YAML in double quotes. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
