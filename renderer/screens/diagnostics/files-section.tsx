import type { Diagnostics } from "../../../shared/contract/diagnostics.ts";
import { useLive } from "../../host/host-context.tsx";
import { formatBytes } from "../../base/format-bytes.ts";
import { plural } from "../../base/plural.ts";
import { LOCAL_DATA, rowCounts, UNKNOWN } from "./messages.ts";
import { Fact, Facts, Panel } from "./panel.tsx";

/** How much is kept on this machine, and how much of the disk is free. */
export function FilesSection({ files, freeBytes }: Pick<Diagnostics, "files" | "freeBytes">) {
  const { totals, hidden } = useLive((live) => live.status);
  const missing = hidden.items + hidden.types + hidden.locations;
  return (
    <Panel title={LOCAL_DATA.title}>
      <Facts>
        <Fact name={LOCAL_DATA.rows}>{rowCounts(totals)}</Fact>
        <Fact name={LOCAL_DATA.missing}>{plural(missing, "row")}</Fact>
        {files.map(({ name, bytes }) => (
          <Fact key={name} name={<span className="sd-mono">{name}</span>}>
            {formatBytes(bytes)}
          </Fact>
        ))}
        <Fact name={LOCAL_DATA.free}>{freeBytes === null ? UNKNOWN : formatBytes(freeBytes)}</Fact>
      </Facts>
    </Panel>
  );
}
