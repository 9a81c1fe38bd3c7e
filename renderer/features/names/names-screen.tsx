import { Checkbox, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { MAX_FACETS } from "../../../shared/query/query-calls.ts";
import { EVERYTHING } from "../../../shared/query/query.ts";
import { useConnectionApi } from "../../host/host-context.ts";
import { SearchBox } from "../../table/filters/search-box.tsx";
import { ImportDialog } from "./import-dialog.tsx";
import { NAMES_SCREEN, HOLDERS } from "./messages.ts";
import { useNames } from "../../inventory/names/name-queries.ts";
import { facetsQuery } from "../../inventory/records/record-queries.ts";
import { PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";
import { HolderTable, listHolders, searchHolders } from "./holder-table.tsx";
import classes from "./names-screen.module.css";

const HOLDER = "checkedOutToUserId";

/** The screen of the name book: every holder with name, team and note, with import and export. */
export function NamesScreen() {
  const api = useConnectionApi();
  const names = useNames();
  const counts = useQuery(facetsQuery(api, "items", EVERYTHING, HOLDER, { search: "", limit: MAX_FACETS }));
  const [search, setSearch] = useState("");
  const [unnamedOnly, setUnnamedOnly] = useState(false);
  const [importing, setImporting] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const ids = counts.data?.values;
  const holders = useMemo(() => listHolders(ids ?? [], names), [ids, names]);
  const known = useMemo(() => new Set(ids?.map(({ value }) => value)), [ids]);
  const found = searchHolders(holders, search, unnamedOnly);
  const named = holders.filter(({ name }) => name !== "").length;
  const save = async (): Promise<void> => {
    const saved = await valueOrNotice(api.host.exportNames({ connectionId: api.connectionId }));
    if (saved?.file) notifications.show({ message: NAMES_SCREEN.exported({ file: saved.file }) });
  };

  return (
    <div className={`sd-page ${classes.page}`}>
      <h1 className="sd-title" tabIndex={-1}>
        {NAMES_SCREEN.title}
      </h1>
      <p className="sd-note">{NAMES_SCREEN.intro}</p>
      <Group gap={12}>
        <SearchBox
          label={NAMES_SCREEN.search}
          value={search}
          onChange={setSearch}
          onLeave={() => list.current?.querySelector("button")?.focus()}
        />
        <Checkbox
          size="xs"
          label={NAMES_SCREEN.unnamedOnly}
          checked={unnamedOnly}
          onChange={(event) => setUnnamedOnly(event.currentTarget.checked)}
        />
        <span className="sd-num" role="status">
          {counts.isSuccess && HOLDERS.count({ holders: holders.length, named })}
        </span>
        <Group gap={8} ms="auto">
          <PlainButton disabled={!counts.isSuccess} onClick={() => setImporting(true)}>
            {NAMES_SCREEN.import}
          </PlainButton>
          <PlainButton disabled={names.size === 0} onClick={() => void save()}>
            {NAMES_SCREEN.export}
          </PlainButton>
        </Group>
      </Group>
      <div ref={list} className={classes.list}>
        {counts.isSuccess && <HolderTable holders={found} filtered={search !== "" || unnamedOnly} />}
      </div>
      {importing && <ImportDialog names={names} known={known} onClose={() => setImporting(false)} />}
    </div>
  );
}
