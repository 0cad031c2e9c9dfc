import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { diskHost, generate } from '../../generator/index.js';
import { runNode } from '../contract-tests/run-node.js';

const folder = resolve('.tallystick/contract-tests-sandbox');

/** The test file of a user: a sandbox for the file, a project, and its credentials. */
const program = `
import { after } from 'node:test';
import { startSandbox } from '../../sandbox/index.js';
import { SandboxControlClient } from '@platform/sandbox-control';
import { apiKey, walletSecret } from './platform/index.js';
import { runPlatformContractTests } from './platform/contract-tests.js';

const sandbox = await startSandbox({ seed: 'contract tests', market: false });
after(() => sandbox.close());
const { tenancy } = new SandboxControlClient({
  baseUrl: sandbox.url,
  credentials: { token: sandbox.token },
});
const { id: organizationId } = await tenancy.createOrganization({ name: 'Test' });
const { id: projectId } = await tenancy.createProject({ organizationId, name: 'Test' });
const key = await tenancy.createSecretApiKey(projectId, { label: 'test' });
const wallet = await tenancy.createWalletSecret(projectId);
runPlatformContractTests({
  baseUrl: sandbox.url,
  credentials: { bearer: apiKey(key.name, key.secret), walletAuth: walletSecret(wallet.secret) },
  allow: 'delete',
});
`;

test('the contract tests of the platform pass on the sandbox', async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { ok } = await generate(
    {
      documents: ['spec/platform/openapi.yaml'],
      out: join(folder, 'platform'),
      emitters: [{ name: 'tests', options: { runner: 'node:test' } }],
    },
    diskHost(process.cwd()),
  );
  expect(ok).toBe(true);
  const { passed, failed, skipped, report } = await runNode(folder, program);
  expect(failed, report).toEqual([]);
  expect(passed).toContain('createPolicy: example "project"');
  expect(passed).toContain('createWebhook → updateWebhook (states)');
  expect(passed).toContain('deleteWebhook: example');
  expect(passed.length).toBeGreaterThanOrEqual(24);
  // The smart account of the example does not exist.
  expect(skipped).toHaveLength(1);
  expect(skipped[0]).toContain('prepareUserOperation → getUserOperation (states)');
});
