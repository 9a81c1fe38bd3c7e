import type { Diagnostics } from "../../../shared/contract/diagnostics.ts";
import { Fact, Facts, Panel } from "./panel.tsx";

/** What runs here, and which service it asks. */
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
    <Panel title="Versions">
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
