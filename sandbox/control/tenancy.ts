import type {
  ClientApiKey,
  Organization as OrganizationBody,
  Project as ProjectBody,
  SecretApiKey,
} from '@platform/sandbox-control';
import type { TenancyHandlers } from '@platform/sandbox-control/server';
import type { ClientKey, Organization, Project, SecretKey } from '../domain/tenancy/state.js';
import { printInstant } from '../domain/time.js';
import type { Core } from '../server/core.js';
import { isAddressPrefix } from './addresses.js';
import { origin } from './origin.js';
import { say } from './say.js';

/** Handlers about organisations, projects and keys. */
export function tenancyHandlers({ loop }: Core): TenancyHandlers {
  const isProject = (id: string): boolean => loop.state.tenancy.projects.has(id);
  return {
    listOrganizations: (_, respond) =>
      respond.ok([...loop.state.tenancy.organizations.rows()].map(organizationBody)),

    createOrganization({ body }, respond) {
      const outcome = loop.execute('tenancy.create-organization', { name: body.name }, origin);
      if (!outcome.ok) throw unexpected();
      return respond.created(organizationBody(outcome.result));
    },

    listProjects: (_, respond) =>
      respond.ok([...loop.state.tenancy.projects.rows()].map(projectBody)),

    createProject({ body }, respond) {
      const data = { organization: body.organizationId, name: body.name };
      const outcome = loop.execute('tenancy.create-project', data, origin);
      return outcome.ok
        ? respond.created(projectBody(outcome.result))
        : say('createProject', outcome.refusal);
    },

    listSecretApiKeys({ path }, respond) {
      if (!isProject(path.projectId)) return say('listSecretApiKeys', noProject);
      const keys = loop.state.tenancy.secretKeysByProject.rows(path.projectId);
      return respond.ok(keys.map(secretKeyBody));
    },

    createSecretApiKey({ path, body }, respond) {
      const { label, algorithm = 'Ed25519', nameForm = 'uuid', addresses, permissions } = body;
      const wrong = addresses?.find((each) => !isAddressPrefix(each));
      if (wrong !== undefined) {
        const problem = `"${wrong}" is not an IP address or a prefix of addresses.`;
        return say('createSecretApiKey', { code: 'form', data: { member: 'addresses', problem } });
      }
      const { projectId: project } = path;
      const data = { project, label, algorithm, nameForm, addresses, permissions };
      const outcome = loop.execute('tenancy.create-secret-key', data, origin);
      if (!outcome.ok) return say('createSecretApiKey', outcome.refusal);
      const { secret } = outcome.result;
      return respond.created({ ...secretKeyBody(outcome.result), secret });
    },

    deleteSecretApiKey({ path }, respond) {
      const data = { project: path.projectId, name: path.keyName };
      const outcome = loop.execute('tenancy.delete-secret-key', data, origin);
      return outcome.ok ? respond.noContent() : say('deleteSecretApiKey', outcome.refusal);
    },

    createWalletSecret({ path }, respond) {
      const data = { project: path.projectId };
      const outcome = loop.execute('tenancy.create-wallet-secret', data, origin);
      if (!outcome.ok) return say('createWalletSecret', outcome.refusal);
      const { project, secret, createdAt } = outcome.result;
      return respond.created({ projectId: project, secret, createdAt: printInstant(createdAt) });
    },

    revokeWalletSecret({ path }, respond) {
      const data = { project: path.projectId };
      const outcome = loop.execute('tenancy.revoke-wallet-secret', data, origin);
      return outcome.ok ? respond.noContent() : say('revokeWalletSecret', outcome.refusal);
    },

    listClientApiKeys({ path }, respond) {
      if (!isProject(path.projectId)) return say('listClientApiKeys', noProject);
      const keys = loop.state.tenancy.clientKeysByProject.rows(path.projectId);
      return respond.ok(keys.map(clientKeyBody));
    },

    createClientApiKey({ path, body }, respond) {
      const data = { project: path.projectId, label: body.label };
      const outcome = loop.execute('tenancy.create-client-key', data, origin);
      return outcome.ok
        ? respond.created(clientKeyBody(outcome.result))
        : say('createClientApiKey', outcome.refusal);
    },

    rotateClientApiKey({ path }, respond) {
      const data = { project: path.projectId, id: path.keyId };
      const outcome = loop.execute('tenancy.rotate-client-key', data, origin);
      return outcome.ok
        ? respond.ok(clientKeyBody(outcome.result))
        : say('rotateClientApiKey', outcome.refusal);
    },
  };
}

const noProject: { readonly code: 'not-found'; readonly data: { readonly what: string } } = {
  code: 'not-found',
  data: { what: 'project' },
};

function unexpected(): Error {
  return new Error('A command that has no refusals was refused.');
}

function organizationBody({ id, name, createdAt }: Organization): OrganizationBody {
  return { id, name, createdAt: printInstant(createdAt) };
}

function projectBody({ id, organization, name, createdAt }: Project): ProjectBody {
  return { id, organizationId: organization, name, createdAt: printInstant(createdAt) };
}

function secretKeyBody(key: SecretKey): SecretApiKey {
  const { name, project, label, algorithm, addresses, permissions, createdAt } = key;
  return {
    name,
    projectId: project,
    label,
    algorithm,
    ...(addresses === undefined ? {} : { addresses }),
    ...(permissions === undefined ? {} : { permissions }),
    createdAt: printInstant(createdAt),
  };
}

function clientKeyBody({ id, project, label, key, createdAt }: ClientKey): ClientApiKey {
  return { id, projectId: project, label, key, createdAt: printInstant(createdAt) };
}
