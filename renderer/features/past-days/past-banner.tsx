import { IconCalendarTime } from "@tabler/icons-react";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import type { PastDay } from "../../../shared/features/past-days/past-day-calls.ts";
import { GAP_COLUMNS } from "../../../shared/inventory/gap-columns.ts";
import { RESOURCES } from "../../../shared/inventory/resource-names.ts";
import type { Chip } from "../../../shared/query/field-filter.ts";
import { compileView } from "../../../shared/query/views/compile-view.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import { useConnectionApi } from "../../host/host-context.ts";
import { useInventory } from "../../table/inventory-context.ts";
import type { ViewState } from "../../table/views/view-state.ts";
import { useAnnounce } from "../../ui/announcer.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import { defineDialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { bannerTitle, refreshSentence, BANNER } from "./messages.ts";
import { pastDayDialog } from "./past-day-dialogs.ts";
import { showPastDay } from "./past-day-store.ts";
import classes from "./past-days.module.css";

const differencesDialog = defineDialog(
  lazyPart(() => import("./differences-dialog.tsx"), "DifferencesDialog"),
);

const isOfGap = ({ filter }: Chip): boolean =>
  "field" in filter && GAP_COLUMNS.some(({ name }) => name === filter.field);

/** Removes a view's filters by the fields that only rows of a past day have. */
function withoutGaps(view: ViewState): ViewState {
  return view.chips.some(isOfGap) ? { ...view, chips: view.chips.filter((chip) => !isOfGap(chip)) } : view;
}

/** The banner that names the past day above a screen, and leads back to now. */
export function PastBanner({ past }: { readonly past: PastDay }) {
  const { host, connectionId } = useConnectionApi();
  const { views } = useInventory();
  const pathname = useLocation({ select: (location) => location.pathname });
  const announce = useAnnounce();
  const back = useRef<HTMLButtonElement>(null);
  const title = bannerTitle(past);
  useEffect(() => {
    announce(title);
    // The dialog that opened the day cannot return the focus to the screen, because that screen was closed.
    if (document.activeElement === document.body) back.current?.focus();
  }, [announce, title]);
  const leave = (): void => {
    for (const resource of RESOURCES) views.update(connectionId, resource, withoutGaps);
    showPastDay(null);
    void host.closePastDay({ connectionId });
  };
  const compare = (): void => {
    const resource = RESOURCES.find((one) => pathname === `/${one}`) ?? "items";
    const isTable = pathname === `/${resource}`;
    const query = isTable
      ? compileView(resource, views.get(connectionId, resource), past.day)
      : { version: 1 as const };
    differencesDialog.open({ past, resource, query: { ...query, asOf: past.asOf } });
  };
  return (
    <Notice
      tone="warn"
      icon={<IconCalendarTime size={18} aria-hidden />}
      title={title}
      actions={
        <>
          <PlainButton onClick={compare}>{BANNER.compare}</PlainButton>
          <PlainButton onClick={() => pastDayDialog.open({ day: past.day })}>{BANNER.anotherDay}</PlainButton>
          <PlainButton ref={back} onClick={leave}>
            {BANNER.back}
          </PlainButton>
        </>
      }
    >
      {refreshSentence(past)} <span className={classes.off}>{BANNER.off}</span>
    </Notice>
  );
}
