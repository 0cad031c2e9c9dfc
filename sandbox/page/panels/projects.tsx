import type { Organization, Project } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { control } from '../control.js';
import { ActionButton, Code, Facts, List, Section, TextForm, Time } from '../parts.js';
import type { Loaded } from '../live.js';

/** Organisations and their projects, from which one is chosen for the other panels. */
export function ProjectsPanel({
  organizations,
  projects,
  chosen,
  onChoose,
}: {
  readonly organizations: Loaded<readonly Organization[]>;
  readonly projects: Loaded<readonly Project[]>;
  readonly chosen: string | undefined;
  readonly onChoose: (projectId: string) => void;
}): JSX.Element {
  const { tenancy } = control;
  return (
    <>
      <Section title="Organisations">
        <List
          loaded={organizations}
          keyOf={({ id }) => id}
          empty="None yet. Create one, and a project in it."
        >
          {(organization) => (
            <>
              <h3>{organization.name}</h3>
              <Code text={organization.id} name="the identifier of the organisation" />
              <TextForm
                label={`New project of ${organization.name}`}
                button="Create"
                submit={async (name) => {
                  const { id } = await tenancy.createProject({
                    organizationId: organization.id,
                    name,
                  });
                  onChoose(id);
                }}
              />
            </>
          )}
        </List>
        <TextForm
          label="New organisation"
          button="Create"
          submit={(name) => tenancy.createOrganization({ name })}
        />
      </Section>
      <Section title="Projects">
        <List loaded={projects} keyOf={({ id }) => id} empty="None yet.">
          {({ id, name, createdAt }) => (
            <>
              <div class="card-head">
                <h3>{name}</h3>
                {id === chosen ? (
                  <span class="quiet">shown</span>
                ) : (
                  <ActionButton
                    work={() => Promise.resolve(onChoose(id))}
                    label={`Show the project ${name}`}
                  >
                    Show
                  </ActionButton>
                )}
              </div>
              <Code text={id} name="the identifier of the project" />
              <Facts rows={[['Created', <Time at={createdAt} />]]} />
            </>
          )}
        </List>
      </Section>
    </>
  );
}
