import { COMMAND_NAMES, COMMANDS, type Command } from "../../../shared/contract/commands.ts";
import { useHostServices } from "../../host/host-context.tsx";
import { shortcutWords } from "../../ui/shortcuts.ts";
import { Dialog } from "../../ui/dialog.tsx";
import classes from "./palette.module.css";

/** The keys of a table's grid, which are the ARIA grid pattern's and the selection's; those of commands stand with them. */
const TABLE_KEYS: readonly (readonly [words: string, keys: readonly string[]])[] = [
  ["From the search box to the rows", ["ArrowDown"]],
  ["Move among cells", ["Arrows", "PageUp", "PageDown", "Home", "End"]],
  ["First row, last row", ["Mod+Home", "Mod+End"]],
  ["Row whose name begins so", ["Letters"]],
  ["Sort by the column, from its header", ["Enter"]],
  ["Sort by it after the others", ["Shift+Enter"]],
  ["Menu of the column", ["Alt+ArrowDown"]],
  ["Resize the column, from its header", ["Alt+ArrowLeft", "Alt+ArrowRight"]],
  ["Move the column, from its header", ["Alt+Shift+ArrowLeft", "Alt+Shift+ArrowRight"]],
  ["Menu of the cell", ["F2", "Menu"]],
  ["Open or close the group", ["ArrowRight", "ArrowLeft"]],
  ["Open the details", ["Enter"]],
  ["Previous or next record, in the details", ["ArrowUp", "ArrowDown"]],
  ["Close the details", ["Escape"]],
  ["Select the row", ["Space"]],
  ["Select several rows", ["Shift+Arrows", "Shift+PageDown"]],
  ["Only this filter, on its chip", ["Alt+Enter"]],
  ["Move the view, in the list of views", ["Alt+ArrowUp", "Alt+ArrowDown"]],
];

/** Every shortcut that there is. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { platform } = useHostServices().boot;
  const row = (words: string, keys: readonly string[]) => (
    <div key={words} className={classes.shortcut}>
      <dt>{words}</dt>
      <dd>
        {keys.map((key) => (
          <kbd key={key} className={classes.key}>
            {shortcutWords(key, platform)}
          </kbd>
        ))}
      </dd>
    </div>
  );
  return (
    <Dialog onClose={onClose} title="Keyboard shortcuts" closeLabel="Close">
      <dl className={classes.sheet}>
        {COMMAND_NAMES.filter((name) => COMMANDS[name].keys.length > 0).map((name) =>
          row(COMMANDS[name].words, COMMANDS[name].keys),
        )}
      </dl>
      <h3 className={classes.heading}>In a table</h3>
      <dl className={classes.sheet}>
        {TABLE_KEYS.map(([words, keys]) => row(words, keys))}
        {COMMAND_NAMES.map((name): Command => COMMANDS[name]).flatMap(({ words, keyThere }) =>
          keyThere === undefined ? [] : [row(words, [keyThere])],
        )}
      </dl>
    </Dialog>
  );
}
