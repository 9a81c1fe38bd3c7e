import { Button, Group, Popover, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { memo, useState } from "react";
import type { Resource } from "../../../shared/inventory/resource-names.ts";
import { useContextualCommands } from "../../commands/contextual-commands.ts";
import { commandsOf, useExtensions } from "../extensions.ts";
import type { ViewState } from "../views/view-state.ts";
import type { NamedView } from "../../../shared/query/views/built-in-views.ts";
import { switcherLabel, switcherTitle, NAME_DIALOG, VIEW_ACTIONS, VIEWS } from "../views/messages.ts";
import { viewImport } from "./view-links.ts";
import { useChooseView, useViews } from "../views/use-views.ts";
import { useViewActions, type ViewActions } from "./use-view-actions.ts";
import { ViewPanel } from "./view-panel.tsx";
import classes from "./view-menu.module.css";
import { PlainButton, QuietButton, SmallButton, FormButtons } from "../../ui/buttons.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { sameName } from "../../../shared/base/text/unique-name.ts";
import { MAX_VIEW_NAME } from "../../../shared/query/views/views.ts";
import { Dialog } from "../../ui/dialog.tsx";

type OpenDialog = { readonly kind: "save" } | { readonly kind: "rename"; readonly view: NamedView };

interface ViewSwitcherProps {
  readonly resource: Resource;
  readonly state: ViewState;
}

/**
 * The button with the name of the table's view. A dot means that the view was changed. A click opens the list of views.
 */
export const ViewSwitcher = memo(function ViewSwitcher({ resource, state }: ViewSwitcherProps) {
  const views = useViews(resource, state);
  const actions = useViewActions(resource, views);
  const choose = useChooseView();
  const [opened, setOpened] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const { current, modified } = views;
  const isOwn = !current.builtIn;
  const extensions = useExtensions("viewCommands");
  useContextualCommands({
    saveView: modified && isOwn ? actions.save : null,
    saveViewAs: () => setDialog({ kind: "save" }),
    discardView: modified ? actions.discard : null,
    renameView: isOwn ? () => setDialog({ kind: "rename", view: current }) : null,
    duplicateView: () => actions.duplicate(current),
    deleteView: isOwn ? () => actions.remove(current) : null,
    ...(isOwn ? commandsOf(extensions, current.id) : {}),
    exportView: actions.exportFile,
    copyViewLink: actions.copyLink,
  });
  const close = (action: () => void) => () => {
    setOpened(false);
    action();
  };

  return (
    <>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        trapFocus
        returnFocus
        width={350}
        // If the list closed with a delay, it would take the focus back from a dialog or the table.
        transitionProps={{ duration: 0 }}
      >
        <Popover.Target>
          <PlainButton
            className={classes.switcher}
            aria-label={switcherLabel(current.name, modified)}
            title={switcherTitle(current.name, modified)}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            onClick={() => setOpened(!opened)}
          >
            <span className="sd-cut">{current.name}</span>
            <span className={classes.dot} data-shown={modified || undefined} aria-hidden />
          </PlainButton>
        </Popover.Target>
        <Popover.Dropdown p={8}>
          <ViewPanel
            resource={resource}
            views={views}
            actions={actions}
            onChoose={(view) => close(() => choose(resource, view))()}
            onRename={(view) => close(() => setDialog({ kind: "rename", view }))()}
          >
            <Foot
              isOwn={isOwn}
              modified={modified}
              actions={actions}
              close={close}
              onSaveAs={() => setDialog({ kind: "save" })}
            />
          </ViewPanel>
        </Popover.Dropdown>
      </Popover>
      {dialog && (
        <OpenNameDialog
          dialog={dialog}
          names={[...views.builtIn, ...views.own]}
          actions={actions}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
});

interface FootProps {
  /** Whether the view is a view of this user. */
  readonly isOwn: boolean;
  readonly modified: boolean;
  readonly actions: ViewActions;
  /** Wraps an action so that the list closes before it. */
  readonly close: (action: () => void) => () => void;
  readonly onSaveAs: () => void;
}

/** The actions on the present state of the table, below the list of views. */
function Foot({ isOwn, modified, actions, close, onSaveAs }: FootProps) {
  return (
    <div className={classes.foot}>
      {modified && isOwn && (
        <Button size="compact-xs" onClick={close(actions.save)}>
          {ACTIONS.save}
        </Button>
      )}
      <SmallButton onClick={close(onSaveAs)}>{VIEW_ACTIONS.saveAs}</SmallButton>
      {modified && <SmallButton onClick={close(actions.discard)}>{VIEW_ACTIONS.discard}</SmallButton>}
      <Group gap={0} wrap="nowrap" w="100%">
        <QuietButton onClick={close(actions.exportFile)}>{VIEW_ACTIONS.export}</QuietButton>
        <QuietButton onClick={close(actions.copyLink)}>{VIEW_ACTIONS.copyLink}</QuietButton>
        <QuietButton onClick={close(() => viewImport.open(""))}>{VIEW_ACTIONS.import}</QuietButton>
      </Group>
    </div>
  );
}

interface OpenNameDialogProps {
  readonly dialog: OpenDialog;
  /** The views whose names cannot be used again. */
  readonly names: readonly NamedView[];
  readonly actions: ViewActions;
  readonly onClose: () => void;
}

function OpenNameDialog({ dialog, names, actions, onClose }: OpenNameDialogProps) {
  return dialog.kind === "save" ? (
    <NameDialog
      title={NAME_DIALOG.save}
      action={ACTIONS.save}
      initial=""
      taken={names.map(({ name }) => name)}
      onName={actions.saveAs}
      onClose={onClose}
    />
  ) : (
    <NameDialog
      title={NAME_DIALOG.rename}
      action={VIEW_ACTIONS.rename}
      initial={dialog.view.name}
      taken={names.filter(({ id }) => id !== dialog.view.id).map(({ name }) => name)}
      onName={(name) => actions.rename(dialog.view, name)}
      onClose={onClose}
    />
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly initial: string;
  readonly taken: readonly string[];
  /** Called with the name. @returns whether the name was accepted; then the dialog closes. */
  readonly onName: (name: string) => Promise<boolean>;
  readonly onClose: () => void;
}

/** The dialog that asks for the name of a view. */
function NameDialog({ title, action, initial, taken, onName, onClose }: NameDialogProps) {
  const [name, setName] = useState(initial);
  const [busy, setBusy] = useState(false);
  const problem = taken.some((other) => sameName(other, name.trim())) ? VIEWS.nameTaken : null;
  const submit = async (): Promise<void> => {
    setBusy(true);
    const accepted = await onName(name.trim());
    setBusy(false);
    if (accepted) onClose();
  };
  return (
    <Dialog onClose={onClose} title={title} closeAs="cancel">
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "" && problem === null) void submit();
        }}
      >
        <TextInput
          label={NAME_DIALOG.name}
          value={name}
          maxLength={MAX_VIEW_NAME}
          error={problem}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" loading={busy} disabled={name.trim() === "" || problem !== null}>
            {action}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}
