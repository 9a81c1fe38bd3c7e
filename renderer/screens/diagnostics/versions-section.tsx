import type { Diagnostics } from "../../../shared/contract/diagnostics.ts";
import { VERSIONS } from "./messages.ts";
import { Fact, Facts, Panel } from "./panel.tsx";

/** The versions that run here, and the service they call. */
export function VersionsSection({
  diagnostics: { versions, connection },
}: {
  readonly diagnostics: Pick<Diagnostics, "versions" | "connection">;
}) {
  const { stockdeck, electron, chromium, node, sqlite, platform, system } = versions;
  const known = [
    ["Stockdeck", stockdeck],
    ["Electron", electron],
    ["Chromium", chromium],
    ["Node", node],
    ["SQLite", sqlite],
    ["System", `${system} (${platform})`],
    ["Base URL", connection?.baseUrl ?? null],
    ["Connection", connection?.profileId ?? null],
  ] as const;
  return (
    <Panel title={VERSIONS}>
      <Facts>
        {known.map(
          ([name, value]) =>
            value !== null && (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ),
        )}
      </Facts>
    </Panel>
  );
}
