import type { RecentRequest } from '@platform/sandbox-control';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { control } from '../control.js';
import { useLive } from '../live.js';
import { Badge, Code, List, Section, Time, type Tone } from '../parts.js';

/** Number of requests that are shown. */
const limit = 200;

type Surface = RecentRequest['surface'];

const surfaces: readonly Surface[] = ['platform', 'rpc', 'exchange'];

/** Requests to the platform's interfaces, with the reasons for which they were refused. */
export function RequestsPanel(): JSX.Element {
  const [surface, setSurface] = useState<Surface>();
  const { value, problem } = useLive(`requests ${surface ?? ''}`, () =>
    control.activity.listRequests({ limit, ...(surface === undefined ? {} : { surface }) }),
  );
  const [onlyRefused, setOnlyRefused] = useState(false);
  const shown = onlyRefused ? value?.filter(isRefused) : value;
  return (
    <Section
      title="Requests"
      aside={
        <div class="buttons">
          <label class="choice">
            Interface
            <select
              value={surface ?? ''}
              onChange={({ currentTarget: { value: chosen } }) =>
                setSurface(surfaces.find((each) => each === chosen))
              }
            >
              <option value="">all</option>
              {surfaces.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          </label>
          <label class="check">
            <input
              type="checkbox"
              checked={onlyRefused}
              onChange={({ currentTarget }) => setOnlyRefused(currentTarget.checked)}
            />
            Only refused
          </label>
        </div>
      }
    >
      <List
        loaded={{ value: shown, problem }}
        keyOf={({ number }) => String(number)}
        empty={
          onlyRefused && value !== undefined && value.length > 0
            ? 'None of the recent requests was refused.'
            : 'None since the sandbox was started. They appear here as they arrive.'
        }
      >
        {(request) => <Request request={request} />}
      </List>
    </Section>
  );
}

function isRefused({ status, refusal }: RecentRequest): boolean {
  return status === undefined || status >= 400 || refusal !== undefined;
}

function toneOf({ status, refusal }: RecentRequest): Tone {
  if (status === undefined || status >= 500) return 'bad';
  return status >= 400 || refusal !== undefined ? 'busy' : 'good';
}

function Request({ request }: { readonly request: RecentRequest }): JSX.Element {
  const { at, method, path, milliseconds, status, refusal } = request;
  return (
    <>
      <div class="request">
        <Badge tone={toneOf(request)}>{status ?? 'lost'}</Badge>
        <b>{method}</b>
        <code>{path}</code>
        <span class="quiet">
          <Time at={at} /> · {milliseconds} ms
        </span>
      </div>
      {refusal !== undefined && (
        <p class="refusal">
          <code>{refusal.code}</code> {refusal.message}
          {refusal.correlationId !== undefined && (
            <Code text={refusal.correlationId} name="the correlation id" />
          )}
        </p>
      )}
    </>
  );
}
