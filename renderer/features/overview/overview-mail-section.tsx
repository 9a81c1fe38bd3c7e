import { useState } from "react";
import { mailPartSchema } from "../../../shared/delivery/mail.ts";
import type { OverviewMail } from "../../../shared/features/overview/overview-mail.ts";
import { useHostServices } from "../../host/host-context.ts";
import { FIRST_LIMIT_MB } from "../../delivery/mail/messages.ts";
import { SubjectFields } from "../../delivery/mail/subject-fields.tsx";
import {
  PlannedMailForm,
  PlannedMailSection,
  type PlannedMailKind,
} from "../../delivery/planned/planned-mail-section.tsx";
import { BY_MAIL, STOP_BY_MAIL } from "./messages.ts";

const KIND: PlannedMailKind<"overviewMail"> = {
  document: "overviewMail",
  title: BY_MAIL.title,
  intro: BY_MAIL.intro,
  stop: STOP_BY_MAIL,
  get: (host, of) => host.getOverviewMail(of),
  send: (host, of) => host.sendOverviewMail(of),
  follow: (host, listener) => host.onOverviewMail(listener),
};

/** The overview of the open connection as a PDF by mail. Only the desktop app can print in a hidden window. */
export function OverviewMailSection() {
  const { boot } = useHostServices();
  if (boot.host !== "electron") return null;
  return <PlannedMailSection kind={KIND}>{(plan) => <OverviewMailForm plan={plan} />}</PlannedMailSection>;
}

function OverviewMailForm({ plan }: { readonly plan: OverviewMail | null }) {
  const [subject, setSubject] = useState(plan?.subject ?? BY_MAIL.firstSubject);
  const [limitMb, setLimitMb] = useState<number | null>(plan?.limitMb ?? FIRST_LIMIT_MB);
  return (
    <PlannedMailForm
      kind={KIND}
      plan={plan}
      complete={({ timing, to }) => {
        const mail = mailPartSchema.safeParse({ to, subject, limitMb }).data;
        return mail ? { timing, ...mail } : null;
      }}
    >
      <SubjectFields
        subject={subject}
        subjectHint={BY_MAIL.subjectHint}
        limitMb={limitMb}
        onSubject={setSubject}
        onLimit={setLimitMb}
      />
    </PlannedMailForm>
  );
}
