import type { ExchangeProfile, Project } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { control } from '../control.js';
import { Desk } from '../exchange/desk.js';
import { useStore } from '../exchange/store.js';
import { problemOf, useLive } from '../live.js';
import { Problem, Section, TextForm } from '../parts.js';

/** Milliseconds until a profile is connected again with another key. */
const retryInterval = 1000;

/** A panel about a profile of the exchange. */
export type DeskPanel = (props: { readonly desk: Desk }) => JSX.Element;

/** Chooses the profile that the panels of the exchange are about, and connects as it. */
export function ExchangePanel({
  project: { organizationId },
  panel: Panel,
}: {
  readonly project: Project;
  readonly panel: DeskPanel;
}): JSX.Element {
  const { exchange } = control;
  const users = useLive(`users ${organizationId}`, () => exchange.listUsers(organizationId));
  const [wantedUser, chooseUser] = useState<string>();
  const user = users.value?.find(({ id }) => id === wantedUser) ?? users.value?.at(0);
  const profiles = useLive(`profiles ${user?.id ?? ''}`, () =>
    user === undefined ? Promise.resolve([]) : exchange.listProfiles(user.id),
  );
  const [wantedProfile, chooseProfile] = useState<string>();
  const active = profiles.value?.filter(({ isActive }) => isActive);
  const profile = active?.find(({ id }) => id === wantedProfile) ?? active?.at(0);
  if (users.problem !== undefined) return <Problem text={users.problem} />;
  if (users.value === undefined) return <p class="quiet">Loading…</p>;
  if (user === undefined)
    return (
      <Section title="Users of the exchange">
        <p class="empty">The organisation has no user of the exchange yet.</p>
        <TextForm
          label="Name of a new user"
          button="Create"
          submit={(name) => exchange.createUser(organizationId, { name })}
        />
      </Section>
    );
  return (
    <>
      <div class="whose">
        <label class="choice">
          User
          <select value={user.id} onChange={({ currentTarget }) => chooseUser(currentTarget.value)}>
            {users.value.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label class="choice">
          Profile
          <select
            value={profile?.id}
            onChange={({ currentTarget }) => chooseProfile(currentTarget.value)}
          >
            {active?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </div>
      {profile !== undefined && <OfProfile key={profile.id} profile={profile} panel={Panel} />}
    </>
  );
}

function OfProfile({
  profile: { id },
  panel: Panel,
}: {
  readonly profile: ExchangeProfile;
  readonly panel: DeskPanel;
}): JSX.Element {
  const [desk, setDesk] = useState<Desk>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isShown = true;
    setProblem(undefined);
    let opened: Desk | undefined;
    Desk.open(id).then(
      (open) => {
        opened = open;
        if (isShown) setDesk(open);
        else open.close();
      },
      (error: unknown) => setProblem(problemOf(error)),
    );
    return () => {
      isShown = false;
      opened?.close();
    };
  }, [id, attempt]);
  useStore(desk);
  const isRefused = desk?.isRefused === true;
  useEffect(() => {
    if (!isRefused) return;
    const timer = setTimeout(() => setAttempt((count) => count + 1), retryInterval);
    return () => clearTimeout(timer);
  }, [isRefused, attempt]);
  return (
    <>
      <Problem text={problem ?? desk?.problem} />
      {desk?.connection === 'lost' && (
        <p class="problem" role="status">
          The feed is disconnected. The page tries to connect again.
        </p>
      )}
      {desk === undefined ? (
        problem === undefined && <p class="quiet">Connecting…</p>
      ) : (
        <Panel desk={desk} />
      )}
    </>
  );
}
