import { useEffect, useState } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { useNames } from "../../table/names/name-queries.ts";
import { nameDialogs } from "../../table/names/name-requests.ts";

const NameDialog = lazyPart(() => import("./name-dialog.tsx"), "NameDialog");

/** Shows the dialog that names an id when it is requested. */
export function NameHost() {
  const [id, setId] = useState<string | null>(null);
  const names = useNames();
  useEffect(() => nameDialogs.subscribe(setId), []);
  if (id === null) return null;
  return <NameDialog key={id} id={id} names={names} onClose={() => setId(null)} />;
}
