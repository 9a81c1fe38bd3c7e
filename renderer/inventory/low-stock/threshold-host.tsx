import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { useLocalCopy } from "../../host/host-context.ts";
import { namedTypesQuery, thresholdsQuery } from "./threshold-queries.ts";
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
  const copy = useLocalCopy();
  const thresholds = useQuery({ ...thresholdsQuery(copy), enabled: isOpen }).data;
  const types = useQuery({ ...namedTypesQuery(copy), enabled: isOpen }).data;
  useEffect(() => thresholdImports.subscribe(() => setIsOpen(true)), []);
  if (!isOpen || !thresholds || !types) return null;
  return <ThresholdImport types={types} before={thresholds} onClose={() => setIsOpen(false)} />;
}

function OneThreshold() {
  const [type, setType] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const { data } = useQuery({ ...thresholdsQuery(useLocalCopy()), enabled: type !== null });
  useEffect(() => thresholdDialogs.subscribe(setType), []);
  if (type === null || !data) return null;
  const before = Object.hasOwn(data, type.id) ? (data[type.id] ?? null) : null;
  return <ThresholdDialog key={type.id} type={type} before={before} onClose={() => setType(null)} />;
}
