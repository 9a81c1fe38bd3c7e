import { Checkbox } from "@mantine/core";
import { useState } from "react";
import type { AlertDigest } from "../../../shared/features/alerts/digest.ts";
import {
  PlannedMailForm,
  PlannedMailSection,
  type PlannedMailKind,
} from "../../delivery/planned/planned-mail-section.tsx";
import { DIGEST, STOP_DIGEST } from "./messages.ts";

const KIND: PlannedMailKind<"alertDigest"> = {
  document: "alertDigest",
  title: DIGEST.title,
  intro: DIGEST.intro,
  stop: STOP_DIGEST,
  get: (host, of) => host.getAlertDigest(of),
  send: (host, of) => host.sendAlertDigest(of),
  follow: (host, listener) => host.onAlertDigest(listener),
};

/** The digest of the open connection's alerts, which is sent by mail. */
export function DigestSection() {
  return <PlannedMailSection kind={KIND}>{(digest) => <DigestForm digest={digest} />}</PlannedMailSection>;
}

function DigestForm({ digest }: { readonly digest: AlertDigest | null }) {
  const [sendsEmpty, setSendsEmpty] = useState(digest?.sendsEmpty ?? false);
  return (
    <PlannedMailForm kind={KIND} plan={digest} complete={(common) => ({ ...common, sendsEmpty })}>
      <Checkbox
        label={DIGEST.sendsEmpty}
        checked={sendsEmpty}
        onChange={(event) => setSendsEmpty(event.currentTarget.checked)}
      />
    </PlannedMailForm>
  );
}
