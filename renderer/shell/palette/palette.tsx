import { Modal, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { today } from "../../base/clock.ts";
import type { CommandName } from "../../../shared/contract/commands.ts";
import type { Settings } from "../../../shared/inventory/settings.ts";
import {
  useHostServices,
  useLive,
  useConnectionId,
  useConnectionApi,
  type ConnectionApi,
} from "../../host/host-context.ts";
import { useCloseOnNavigation, type DialogProps } from "../../ui/dialog.tsx";
import { isContextualCommand, useAvailableCommands } from "../../commands/contextual-commands.ts";
import { THEME_OF } from "../theme.ts";
import { useChooseView, useSavedViews } from "../../table/views/use-views.ts";
import { useSwitch } from "../../features/connections/use-switch.ts";
import { refreshObstacle } from "../../inventory/freshness/messages.ts";
import {
  arrange,
  commandEntries,
  connectionEntries,
  viewEntries,
  recordEntry,
  recordIds,
  type Entry,
  type Target,
} from "./entries.ts";
import { joinFacts } from "../../ui/messages.ts";
import { PALETTE } from "./messages.ts";
import classes from "./palette.module.css";
import { z } from "zod";
import { keepPreviousData, queryOptions, useQueries } from "@tanstack/react-query";
import type { Query } from "../../../shared/query/query.ts";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { LOCAL_DATA } from "../../host/query-client.ts";
import { unwrap } from "../../base/unwrap.ts";
import { compileQuery } from "../../../shared/query/views/compile-view.ts";

/**
 * Ms without typing before records are searched. So a typed word starts one search instead of one search per letter.
 */
const SEARCH_DELAY_MS = 80;

/** The command palette: one list of commands, connections, views and records. */
export function Palette({ request: carryOut, onClose }: DialogProps<(name: CommandName) => void>) {
  const [typed, setTyped] = useState("");
  const [active, setActive] = useState(0);
  const [settled] = useDebouncedValue(typed, SEARCH_DELAY_MS);
  const [recent, note] = useRecent();
  const found = useFoundRecords(settled);
  const recentRecords = useRecentRecords(recent);
  const known = useKnownEntries();
  const entries = arrange(typed, known, found, recentRecords, recent);
  const go = useGo(carryOut);
  const id = useId();
  const former = useRef(document.activeElement);
  const at = Math.min(active, entries.length - 1);

  useInSight(`${id}-${at}`);

  const cancel = (): void => {
    onClose();
    if (former.current instanceof HTMLElement) former.current.focus();
  };
  useCloseOnNavigation(true, onClose);
  const choose = ({ key, target, obstacle }: Entry): void => {
    if (obstacle !== null) return;
    note(key);
    onClose();
    // After a command of a table, the focus returns to the table.
    const place = staysHere(target) && former.current?.isConnected ? former.current : null;
    (place instanceof HTMLElement ? place : document.getElementById("main"))?.focus();
    go(target);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const entry = entries[at];
    if (step !== 0) setActive((at + step + entries.length) % Math.max(1, entries.length));
    else if (event.key === "Enter" && entry) choose(entry);
    else return;
    event.preventDefault();
  };

  return (
    <Modal.Root
      opened
      onClose={cancel}
      size={640}
      yOffset="10vh"
      lockScroll={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={PALETTE.label}>
        <SearchField
          id={id}
          at={at}
          typed={typed}
          onType={(text) => {
            setTyped(text);
            setActive(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={id} role="listbox" aria-label={PALETTE.results} className={classes.list}>
          {entries.map((entry, index) => (
            <Option
              key={entry.key}
              id={`${id}-${index}`}
              entry={entry}
              isActive={index === at}
              isRecent={recent.includes(entry.key)}
              onPoint={() => setActive(index)}
              onChoose={() => choose(entry)}
            />
          ))}
        </div>
        {entries.length === 0 && <NoMatch />}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Scrolls the list to the element with an id whenever the id changes. */
function useInSight(id: string): void {
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  }, [id]);
}

function NoMatch() {
  return (
    <p className={classes.none} role="status">
      {PALETTE.noMatch}
    </p>
  );
}

interface SearchFieldProps {
  /** The id of the list's element. */
  readonly id: string;
  /** The index of the active entry; -1 if the list is empty. */
  readonly at: number;
  readonly typed: string;
  readonly onType: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function SearchField({ id, at, typed, onType, onKeyDown }: SearchFieldProps) {
  return (
    <TextInput
      size="md"
      variant="unstyled"
      className={classes.search}
      role="combobox"
      aria-label={PALETTE.search}
      aria-expanded
      aria-controls={id}
      aria-activedescendant={at < 0 ? undefined : `${id}-${at}`}
      aria-autocomplete="list"
      placeholder={PALETTE.searchHint}
      leftSection={<IconSearch size={16} aria-hidden />}
      maxLength={500}
      value={typed}
      data-autofocus
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={onKeyDown}
    />
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isActive: boolean;
  readonly isRecent: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

function Option({ id, entry, isActive, isRecent, onPoint, onChoose }: OptionProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the input's, by the ARIA pattern
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={entry.obstacle !== null || undefined}
      title={entry.obstacle ?? undefined}
      className={classes.entry}
      onMouseMove={onPoint}
      onClick={onChoose}
    >
      <span className={`${classes.label} sd-cut`}>{entry.label}</span>
      <span className={`${classes.detail} sd-cut`}>
        {entry.obstacle ?? (isRecent ? joinFacts(PALETTE.recent, entry.detail) : entry.detail)}
      </span>
      {entry.shortcut !== null && <kbd className={classes.key}>{entry.shortcut}</kbd>}
    </div>
  );
}

function useKnownEntries(): readonly Entry[] {
  const { boot } = useHostServices();
  const saved = useSavedViews();
  const theme = useLive(({ settings }) => settings.theme);
  // The list of commands is kept up to date, because the screen under the open palette may still be loading.
  const available = useAvailableCommands();
  const refresh = useLive((live) => refreshObstacle(live.status));
  const isRefreshing = useLive((live) => live.status.pass !== null);
  const connections = useLive((live) => live.connections);
  const open = useConnectionId();
  const now = available.filter(
    (name) => themeOf(name) !== theme && (name !== "cancelRefresh" || isRefreshing),
  );
  const commands = commandEntries(boot.platform, now, { refresh, fullCheck: refresh });
  return [...commands, ...connectionEntries(connections, open), ...viewEntries(saved)];
}

function themeOf(name: CommandName): Settings["theme"] | null {
  return name === "themeLight" || name === "themeDark" || name === "themeSystem" ? THEME_OF[name] : null;
}

function staysHere(target: Target): boolean {
  if (target.kind !== "command") return false;
  return isContextualCommand(target.command) || themeOf(target.command) !== null;
}

/**
 * Returns a function that carries out the choice of an entry. @param carryOut the function from `useCarryOut`; it opens
 * the palette and so cannot be imported here.
 */
function useGo(carryOut: (name: CommandName) => void): (target: Target) => void {
  const connection = useConnectionId();
  const navigate = useNavigate();
  const chooseView = useChooseView();
  const switchTo = useSwitch();
  return (target) => {
    switch (target.kind) {
      case "command":
        return carryOut(target.command);
      case "connection":
        return void switchTo(target.connectionId);
      case "view":
        void navigate({ to: `/${target.resource}`, search: {} });
        return chooseView(target.resource, target.view);
      case "record":
        if (target.resource !== "items") {
          const { resource, id } = target;
          return void navigate({ to: `/${resource}/$id`, params: { id }, search: { connection } });
        }
        return void navigate({ to: `/${target.resource}`, search: { record: target.id, connection } });
    }
  };
}

const KEPT_TARGETS = 12;
const NAME = "palette.recent";
const schema = z.array(z.string().max(10_100)).max(KEPT_TARGETS);

/**
 * The earlier choices in the palette, the latest first, and a function that adds one. They belong to the connection.
 */
function useRecent(): readonly [readonly string[], (key: string) => void] {
  const { host, connectionId } = useConnectionApi();
  const [recent, setRecent] = useState<readonly string[]>([]);
  useEffect(() => {
    let gone = false;
    const load = async (): Promise<void> => {
      const result = await host.loadUiState({ connectionId, name: NAME });
      if (!gone && result.ok && result.value !== null) setRecent(parse(result.value));
    };
    void load();
    return () => {
      gone = true;
    };
  }, [host, connectionId]);
  const note = (key: string): void => {
    const next = [key, ...recent.filter((other) => other !== key)].slice(0, KEPT_TARGETS);
    void host.saveUiState({ connectionId, name: NAME, value: JSON.stringify(next) });
  };
  return [recent, note];
}

/** Reads the remembered choices; empty if the saved text is damaged. */
function parse(text: string): readonly string[] {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : [];
  } catch {
    // Another version of Stockdeck wrote this text.
    return [];
  }
}

const LISTED_RECORDS = 8;
/** Locations and types come first, because there are few of them and they have names. */
const ORDER = ["locations", "types", "items"] as const satisfies readonly Resource[];

const firstRows = ({ host, connectionId }: ConnectionApi, resource: Resource, query: Query, limit: number) =>
  queryOptions({
    queryKey: [LOCAL_DATA, resource, connectionId, "palette", query, limit],
    queryFn: () => unwrap(host.queryPage({ connectionId, resource, query, offset: 0, limit })),
  });

/** The first records of each resource whose names or ids contain the typed text. */
function useFoundRecords(typed: string): readonly Entry[] {
  const api = useConnectionApi();
  const query = compileQuery({ search: typed, chips: [], sort: [] }, today());
  return useQueries({
    queries: ORDER.map((resource) => ({
      ...firstRows(api, resource, query, LISTED_RECORDS),
      enabled: typed.trim() !== "",
      placeholderData: keepPreviousData,
    })),
    combine: (results) =>
      typed.trim() === ""
        ? []
        : results.flatMap(({ data }, at) =>
            (data?.rows ?? []).map((row) =>
              recordEntry(ORDER[at] ?? "items", String(row["id"]), row["name"]),
            ),
          ),
  });
}

/** The recent records with their current names. Records that no longer exist are left out. */
function useRecentRecords(keys: readonly string[]): readonly Entry[] {
  const api = useConnectionApi();
  return useQueries({
    queries: ORDER.map((resource) => {
      const ids = recordIds(resource, keys);
      const query: Query = { version: 1, filter: { field: "id", op: "in", value: ids } };
      return { ...firstRows(api, resource, query, Math.max(1, ids.length)), enabled: ids.length > 0 };
    }),
    combine: (results) =>
      results.flatMap(({ data }, at) =>
        (data?.rows ?? []).map((row) => recordEntry(ORDER[at] ?? "items", String(row["id"]), row["name"])),
      ),
  });
}
