import { Button, FileButton, Textarea, TextInput } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { MAX_VIEW_FILE } from "../../../shared/views/view-share.ts";
import { VIEW_FILE_SUFFIX } from "../../../shared/views/view-file.ts";
import { MAX_VIEW_NAME, type SharedView } from "../../../shared/views/views.ts";
import { useHost, useProfileId } from "../../host/host-context.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { FILE_EMPTY, FILE_TOO_LARGE } from "./messages.ts";
import { readForImport, refused } from "./read-for-import.ts";
import { SharedViewSummary } from "./shared-view-summary.tsx";
import { useChooseView } from "./use-choose-view.ts";
import { asNamedView } from "./use-views.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { valueOrNotice } from "../../ui/notify.tsx";

interface ImportDialogProps {
  readonly initial: string;
  readonly onClose: () => void;
}

/** Reads a view from a file or a link, shows what it is, and adds it under a name. */
export function ImportDialog({ initial, onClose }: ImportDialogProps) {
  const [link, setLink] = useState(initial);
  const [{ view, problem, detail }, setRead] = useState(() => readForImport(initial));
  const [name, setName] = useState(view?.name ?? "");
  const add = useAddView();

  const read = (text: string): void => {
    const next = readForImport(text);
    setRead(next);
    setName(next.view?.name ?? "");
  };
  const readFile = async (file: File | null): Promise<void> => {
    if (!file) return;
    setLink("");
    // A character has four bytes at most.
    if (file.size > MAX_VIEW_FILE * 4) return setRead(refused(FILE_TOO_LARGE));
    if (file.size === 0) return setRead(refused(FILE_EMPTY));
    read(await file.text());
  };

  return (
    <Dialog onClose={onClose} title="Import a view" closeLabel="Cancel">
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (view && name.trim() !== "")
            void add({ ...view, name: name.trim() }).then((done) => done && onClose());
        }}
      >
        <FileButton
          accept={`${VIEW_FILE_SUFFIX},.json,application/json`}
          onChange={(file) => void readFile(file)}
        >
          {(props) => (
            <PlainButton {...props} data-autofocus={initial === "" || undefined}>
              Choose a file…
            </PlainButton>
          )}
        </FileButton>
        <Textarea
          size="xs"
          label="Or paste a link"
          placeholder="stockdeck://view?d=…"
          rows={2}
          value={link}
          onChange={(event) => {
            setLink(event.currentTarget.value);
            read(event.currentTarget.value);
          }}
        />
        {problem !== null && (
          <div role="alert">
            <p className="sd-problem sd-wrap">{problem}</p>
            {detail !== null && (
              <p className="sd-note sd-cut" title={detail}>
                Detail: {detail}
              </p>
            )}
          </div>
        )}
        {view && (
          <>
            <TextInput
              label="Name"
              value={name}
              maxLength={MAX_VIEW_NAME}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <SharedViewSummary view={view} />
          </>
        )}
        <FormButtons>
          <PlainButton onClick={onClose}>Cancel</PlainButton>
          <Button type="submit" disabled={!view || name.trim() === ""}>
            Add view
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}

function useAddView(): (view: SharedView) => Promise<boolean> {
  const host = useHost();
  const profileId = useProfileId();
  const choose = useChooseView();
  const navigate = useNavigate();
  return async (shared) => {
    const view = await valueOrNotice(host.createView({ profileId, ...shared }));
    if (!view) return false;
    await navigate({ to: `/${shared.resource}`, search: {} });
    choose(shared.resource, asNamedView(view));
    return true;
  };
}
