import type { Organization, SandboxControlClient } from '@platform/sandbox-control';

/** Name of the organisation of sample data. */
const name = 'Sample';

/** The organisation of sample data, which is created if there is none. */
export async function sampleOrganization({ tenancy }: SandboxControlClient): Promise<Organization> {
  const organizations = await tenancy.listOrganizations();
  return (
    organizations.find((organization) => organization.name === name) ??
    (await tenancy.createOrganization({ name }))
  );
}

/** True if nothing was created but what the sandbox creates itself. */
export async function hasOnlySampleData({ tenancy }: SandboxControlClient): Promise<boolean> {
  const organizations = await tenancy.listOrganizations();
  if (organizations.some((organization) => organization.name !== name)) return false;
  return (await tenancy.listProjects()).length === 0;
}
