import { Anchor, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { formatCount, formatDateTime } from "../../base/format.ts";
import { lazyPart } from "../../base/lazy-part.tsx";
import { PlainButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { defineDialog } from "../../ui/dialog.tsx";
import { EmptyMessage } from "../../ui/empty-message.tsx";
import { useCounts, type NamedCount } from "./count-queries.ts";
import { COUNTS, scopeOf, stateText, TEAM, whoseText } from "./messages.ts";
import classes from "./counts.module.css";

/** The dialog that starts a count. */
const startDialog = defineDialog(lazyPart(() => import("./start-dialog.tsx"), "StartDialog"));

/** The list of the connection's counts. */
export function CountsScreen() {
  const { counts, error } = useCounts();
  return (
    <div className={`sd-page ${classes.page}`}>
      <Group component="header" gap={10} wrap="wrap">
        <h1 className="sd-title" tabIndex={-1}>
          {COUNTS.title}
        </h1>
        <PlainButton ms="auto" onClick={() => startDialog.open(undefined)}>
          {COUNTS.start}
        </PlainButton>
      </Group>
      <p className="sd-note">{COUNTS.intro}</p>
      {error && <p role="alert">{error.message}</p>}
      {counts?.length === 0 && (
        <div className={classes.empty}>
          <EmptyMessage>
            <h2>{COUNTS.none}</h2>
            <p>{COUNTS.noneHint}</p>
          </EmptyMessage>
        </div>
      )}
      {counts && counts.length > 0 && (
        <DataTable
          label={COUNTS.list}
          rows={counts}
          keyOf={({ id }) => id}
          columns={[
            {
              key: "name",
              heading: COUNTS.name,
              renderCell: ({ id, name }) => (
                <Anchor
                  inherit
                  className="sd-wrap"
                  renderRoot={(props) => <Link {...props} to="/counts/$id" params={{ id }} />}
                >
                  {name}
                </Anchor>
              ),
            },
            { key: "of", heading: COUNTS.of, renderCell: scopeOf },
            ...(counts.some(({ team }) => team)
              ? [
                  {
                    key: "whose",
                    heading: TEAM.whose,
                    renderCell: (count: NamedCount) => <span className="sd-wrap">{whoseText(count)}</span>,
                  },
                ]
              : []),
            { key: "state", heading: COUNTS.state, renderCell: stateText },
            {
              key: "items",
              heading: COUNTS.items,
              isNumber: true,
              renderCell: ({ expected, blind, closedAt }) =>
                blind && closedAt === null ? COUNTS.hidden : formatCount(expected),
            },
            {
              key: "started",
              heading: COUNTS.started,
              renderCell: ({ startedAt }) => formatDateTime(startedAt),
            },
          ]}
        />
      )}
    </div>
  );
}
