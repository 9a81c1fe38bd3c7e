import { useEffect, useState } from "react";
import { lazyPart } from "../../base/lazy-part.tsx";
import { ruleDialogs, type RuleRequest } from "./rule-requests.ts";

const RuleDialog = lazyPart(() => import("./rule-dialog.tsx"), "RuleDialog");

/** Shows the dialog of an alert rule when it is requested. */
export function RuleHost() {
  const [request, setRequest] = useState<RuleRequest | null>(null);
  useEffect(() => ruleDialogs.subscribe(setRequest), []);
  if (request === null) return null;
  return <RuleDialog request={request} onClose={() => setRequest(null)} />;
}
