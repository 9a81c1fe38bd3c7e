import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { MAX_PAGE_ROWS } from "../../../shared/query/query-calls.ts";
import type { Query } from "../../../shared/query/query.ts";
import { unwrap } from "../../base/unwrap.ts";
import { useConnectionApi, type ConnectionApi } from "../../host/host-context.ts";
import { recordsQuery } from "../../host/documents.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import type { NamedType } from "./import-thresholds.ts";
import { thresholdDialogs, thresholdImports } from "./threshold-requests.ts";

const ThresholdDialog = lazyPart(() => import("./threshold-dialog.tsx"), "ThresholdDialog");

const ThresholdImport = lazyPart(() => import("./threshold-import.tsx"), "ThresholdImport");

const BY_ID: Query = { version: 1, sort: [{ field: "id", direction: "asc" }] };

/** Every material type's id and name. */
const namedTypesQuery = ({ host, profileId }: ConnectionApi) =>
  queryOptions({
    queryKey: [LOCAL_DATA, "types", profileId, "named"],
    queryFn: async (): Promise<readonly NamedType[]> => {
      const types: NamedType[] = [];
      for (;;) {
        const window = { offset: types.length, limit: MAX_PAGE_ROWS };
        const { rows } = await unwrap(
          host.queryPage({
            profileId,
            resource: "types",
            query: BY_ID,
            ...window,
          }),
        );
        types.push(...rows.map((row) => ({ id: String(row["id"]), name: String(row["name"] ?? "") })));
        if (rows.length < MAX_PAGE_ROWS) return types;
      }
    },
  });

/** Shows the dialogs of thresholds when they are requested. */
export function ThresholdHost() {
  return (
    <>
      <OneThreshold />
      <ImportedThresholds />
    </>
  );
}

function ImportedThresholds() {
  const [isOpen, setIsOpen] = useState(false);
  const copy = useConnectionApi();
  const thresholds = useQuery({ ...recordsQuery(copy, "thresholds"), enabled: isOpen }).data;
  const types = useQuery({ ...namedTypesQuery(copy), enabled: isOpen }).data;
  useEffect(() => thresholdImports.subscribe(() => setIsOpen(true)), []);
  if (!isOpen || !thresholds || !types) return null;
  return (
    <ThresholdImport types={types} before={Object.fromEntries(thresholds)} onClose={() => setIsOpen(false)} />
  );
}

function OneThreshold() {
  const [type, setType] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const { data } = useQuery({ ...recordsQuery(useConnectionApi(), "thresholds"), enabled: type !== null });
  useEffect(() => thresholdDialogs.subscribe(setType), []);
  if (type === null || !data) return null;
  const before = data.get(type.id) ?? null;
  return <ThresholdDialog key={type.id} type={type} before={before} onClose={() => setType(null)} />;
}
