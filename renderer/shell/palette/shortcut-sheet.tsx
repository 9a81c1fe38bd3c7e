import { COMMAND_LABELS } from "../../../shared/contract/messages.ts";
import { COMMAND_NAMES, COMMANDS, type Command } from "../../../shared/contract/commands.ts";
import { useHostServices } from "../../host/host-context.ts";
import { shortcutLabel } from "../../commands/shortcuts.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { SHORTCUTS, TABLE_KEYS } from "./messages.ts";
import classes from "./palette.module.css";
import { Box } from "@mantine/core";

/** The list of all shortcuts. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { platform } = useHostServices().boot;
  const row = (label: string, keys: readonly string[]) => (
    <div key={label} className={classes.shortcut}>
      <dt>{label}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key} className={classes.key}>
            {shortcutLabel(key, platform)}
          </kbd>
        ))}
      </dd>
    </div>
  );
  return (
    <Dialog onClose={onClose} title={SHORTCUTS.title} closeAs="close">
      <Box component="dl" m={0}>
        {COMMAND_NAMES.filter((name) => COMMANDS[name].keys.length > 0).map((name) =>
          row(COMMAND_LABELS[name], COMMANDS[name].keys),
        )}
      </Box>
      <h3 className={classes.heading}>{SHORTCUTS.inATable}</h3>
      <Box component="dl" m={0}>
        {TABLE_KEYS.map(([label, keys]) => row(label, keys))}
        {COMMAND_NAMES.flatMap((name) => {
          const { keyThere }: Command = COMMANDS[name];
          return keyThere === undefined ? [] : [row(COMMAND_LABELS[name], [keyThere])];
        })}
      </Box>
    </Dialog>
  );
}
