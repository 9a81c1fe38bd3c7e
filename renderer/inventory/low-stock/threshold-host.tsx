import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { useLocalCopy } from "../../host/host-context.ts";
import { thresholdsQuery } from "./threshold-queries.ts";
import { thresholdDialogs } from "./threshold-requests.ts";

const ThresholdDialog = lazyPart(() => import("./threshold-dialog.tsx"), "ThresholdDialog");

/** Shows the dialog of a material type's threshold when it is requested. */
export function ThresholdHost() {
  const [type, setType] = useState<{ readonly id: string; readonly name: string } | null>(null);
  const { data } = useQuery({ ...thresholdsQuery(useLocalCopy()), enabled: type !== null });
  useEffect(() => thresholdDialogs.subscribe(setType), []);
  if (type === null || !data) return null;
  const before = Object.hasOwn(data, type.id) ? (data[type.id] ?? null) : null;
  return <ThresholdDialog key={type.id} type={type} before={before} onClose={() => setType(null)} />;
}
