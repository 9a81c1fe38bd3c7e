import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { useConnectionApi } from "../../host/host-context.ts";
import { recordsQuery } from "../../host/documents.ts";
import { namedTypesQuery } from "./threshold-queries.ts";
import { thresholdDialogs, thresholdImports } from "./threshold-requests.ts";

const ThresholdDialog = lazyPart(() => import("./threshold-dialog.tsx"), "ThresholdDialog");

const ThresholdImport = lazyPart(() => import("./threshold-import.tsx"), "ThresholdImport");

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
