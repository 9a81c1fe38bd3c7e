import type { Diagnostics } from "../../../shared/contract/diagnostics.ts";
import { useLive } from "../../host/host-context.tsx";
import { formatBytes } from "../../base/format-bytes.ts";
import { plural } from "../../base/plural.ts";
import { Fact, Facts, Panel } from "./panel.tsx";

/** How much is kept on this machine, and what the disk has left. */
export function FilesSection({ files, freeBytes }: Pick<Diagnostics, "files" | "freeBytes">) {
  const { totals, hidden } = useLive((live) => live.status);
  const gone = hidden.items + hidden.types + hidden.locations;
  const rows = `${plural(totals.items, "item")}, ${plural(totals.types, "material type")}, ${plural(totals.locations, "location")}`;
  return (
    <Panel title="Local data">
      <Facts>
        <Fact name="Rows">{rows}</Fact>
        <Fact name="No longer returned">{plural(gone, "row")}</Fact>
        {files.map(({ name, bytes }) => (
          <Fact key={name} name={<span className="sd-mono">{name}</span>}>
            {formatBytes(bytes)}
          </Fact>
        ))}
        <Fact name="Free on this disk">{freeBytes === null ? "Not known" : formatBytes(freeBytes)}</Fact>
      </Facts>
    </Panel>
  );
}
