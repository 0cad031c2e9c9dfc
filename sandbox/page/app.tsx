import type { Project } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { control } from './control.js';
import { type Connection, LiveContext, useLive, useWatch } from './live.js';
import { AccountsPanel } from './panels/accounts.js';
import { ClockBar } from './panels/clock.js';
import { ConnectionsPanel } from './panels/connections.js';
import { DeliveriesPanel } from './panels/deliveries.js';
import { type DeskPanel, ExchangePanel } from './panels/exchange.js';
import { FundsPanel } from './panels/funds.js';
import { KeysPanel } from './panels/keys.js';
import { MarketPanel } from './panels/market/index.js';
import { OrdersPanel } from './panels/orders.js';
import type { PanelProps } from './panels/panel.js';
import { PoliciesPanel } from './panels/policies.js';
import { ProjectsPanel } from './panels/projects.js';
import { RequestsPanel } from './panels/requests.js';
import { UserOperationsPanel } from './panels/user-operations.js';

/** Panels about the chosen project, by the fragment of their address. */
const projectPanels: Readonly<Record<string, (props: PanelProps) => JSX.Element>> = {
  keys: KeysPanel,
  policies: PoliciesPanel,
  accounts: AccountsPanel,
  operations: UserOperationsPanel,
  deliveries: DeliveriesPanel,
};

/** Panels about a profile of the exchange. */
const deskPanels: Readonly<Record<string, DeskPanel>> = {
  market: MarketPanel,
  orders: OrdersPanel,
  funds: FundsPanel,
};

/** All panels by group: the fragment of the address, and the title. */
const groups: readonly (readonly [string, readonly (readonly [name: string, title: string])[]])[] =
  [
    [
      'Sandbox',
      [
        ['requests', 'Requests'],
        ['keys', 'Keys'],
        ['projects', 'Projects'],
      ],
    ],
    [
      'Platform',
      [
        ['operations', 'User operations'],
        ['deliveries', 'Webhooks'],
        ['policies', 'Policies'],
        ['accounts', 'Accounts'],
      ],
    ],
    [
      'Exchange',
      [
        ['market', 'Market'],
        ['orders', 'Orders'],
        ['funds', 'Funds'],
        ['connections', 'Connections'],
      ],
    ],
  ];

const panels: readonly (readonly [name: string, title: string])[] = groups.flatMap(
  ([, each]) => each,
);

/** The page. */
export function App(): JSX.Element {
  const live = useWatch();
  return (
    <LiveContext.Provider value={live}>
      <Page connection={live.connection} />
    </LiveContext.Provider>
  );
}

function Page({ connection }: { readonly connection: Connection }): JSX.Element {
  const organizations = useLive('organizations', () => control.tenancy.listOrganizations());
  const projects = useLive('projects', () => control.tenancy.listProjects());
  const [wanted, choose] = useState<string>();
  const project = projects.value?.find(({ id }) => id === wanted) ?? projects.value?.at(0);
  const panel = usePanel();
  const ProjectPanel = projectPanels[panel];
  const ofDesk = deskPanels[panel];
  const noProject = (
    <p class="empty">
      There is no project yet. <a href="#/projects">Create one</a>.
    </p>
  );
  return (
    <>
      <a class="skip" href="#main">
        Skip to the panel
      </a>
      <header>
        <div class="title">
          <h1>Sandbox</h1>
          <Status connection={connection} />
          <ProjectChoice projects={projects.value ?? []} chosen={project?.id} onChoose={choose} />
        </div>
        <ClockBar />
        <nav aria-label="Panels">
          {groups.map(([group, each]) => (
            <div key={group} class="group" role="group" aria-label={group}>
              <span class="quiet" aria-hidden="true">
                {group}
              </span>
              <span class="links">
                {each.map(([name, title]) => (
                  <a
                    key={name}
                    href={`#/${name}`}
                    aria-current={name === panel ? 'page' : undefined}
                  >
                    {title}
                  </a>
                ))}
              </span>
            </div>
          ))}
        </nav>
      </header>
      <Main panel={panel}>
        {panel === 'requests' && <RequestsPanel />}
        {panel === 'projects' && (
          <ProjectsPanel
            organizations={organizations}
            projects={projects}
            chosen={project?.id}
            onChoose={choose}
          />
        )}
        {panel === 'connections' && <ConnectionsPanel />}
        {ProjectPanel !== undefined &&
          (project === undefined ? (
            noProject
          ) : (
            <ProjectPanel key={project.id} projectId={project.id} />
          ))}
        {ofDesk !== undefined &&
          (project === undefined ? (
            noProject
          ) : (
            <ExchangePanel key={project.organizationId} project={project} panel={ofDesk} />
          ))}
      </Main>
    </>
  );
}

/** The panel, which gets the focus when another one was chosen. */
function Main({
  panel,
  children,
}: {
  readonly panel: string;
  readonly children: (JSX.Element | false)[];
}): JSX.Element {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(panel);
  useEffect(() => {
    if (shown.current === panel) return;
    shown.current = panel;
    main.current?.focus();
  }, [panel]);
  const [, title = ''] = panels.find(([name]) => name === panel) ?? [];
  return (
    <main id="main" tabIndex={-1} ref={main} aria-label={title}>
      {children}
    </main>
  );
}

const words: Readonly<Record<Connection, string>> = {
  connecting: 'Connecting…',
  live: 'Live',
  lost: 'No connection: trying again',
};

function Status({ connection }: { readonly connection: Connection }): JSX.Element {
  return (
    <span class={`status ${connection}`} role="status">
      {words[connection]}
    </span>
  );
}

function ProjectChoice({
  projects,
  chosen,
  onChoose,
}: {
  readonly projects: readonly Project[];
  readonly chosen: string | undefined;
  readonly onChoose: (projectId: string) => void;
}): JSX.Element | null {
  if (projects.length === 0) return null;
  return (
    <label class="project">
      Project
      <select value={chosen} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name} ({id.slice(0, 8)})
          </option>
        ))}
      </select>
    </label>
  );
}

/** The panel that the address names. */
function usePanel(): string {
  const [panel, setPanel] = useState(panelOf(location.hash));
  useEffect(() => {
    const follow = (): void => {
      // The link to the panel itself changes nothing.
      if (location.hash !== '#main') setPanel(panelOf(location.hash));
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return panel;
}

function panelOf(hash: string): string {
  const name = hash.replace(/^#\//, '');
  return panels.some(([each]) => each === name) ? name : 'requests';
}
