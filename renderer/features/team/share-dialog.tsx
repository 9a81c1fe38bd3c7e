import { Button, Radio, Select, Stack } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SharePreview } from "../../../shared/features/team/team-calls.ts";
import type { TeamKind } from "../../../shared/features/team/team-kinds.ts";
import { errorOf, unwrap } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { useConnectionApi, useLive } from "../../host/host-context.ts";
import { FormButtons, PlainButton } from "../../ui/buttons.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ACTIONS } from "../../ui/messages.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { previewText, SHARE, valueText, shareLabel } from "./messages.ts";

interface ShareDialogProps {
  readonly kind: TeamKind;
  readonly onClose: () => void;
}

/**
 * The dialog that shares the user's own records of a kind with the team. It first shows the new records and the
 * differing records.
 */
export function ShareDialog({ kind, onClose }: ShareDialogProps) {
  const { host, connectionId } = useConnectionApi();
  const { connections } = useLive((live) => live.connections);
  const [from, setFrom] = useState(connectionId);
  const [replaces, setReplaces] = useState(false);
  const { data: preview, error: failed } = useQuery({
    queryKey: ["sharePreview", connectionId, from, kind],
    queryFn: () => unwrap(host.previewShare({ connectionId, from, kind })),
    gcTime: 0,
  });
  const share = useMutationCall(host.shareRecords, ({ shared }) => {
    notifications.show({ message: SHARE.shared({ records: shared }) });
    onClose();
  });
  const error = errorOf(failed) ?? errorOf(share.error);
  const shared = preview ? preview.added + (replaces ? preview.differing : 0) : 0;
  return (
    <Dialog title={shareLabel(kind)} closeAs="cancel" size="lg" onClose={onClose}>
      <form
        className="sd-form"
        onSubmit={(event) => {
          event.preventDefault();
          share.mutate({ connectionId, from, kind, replaces });
        }}
      >
        {connections.length > 1 && (
          <Select
            label={SHARE.from}
            description={SHARE.fromNote}
            allowDeselect={false}
            data={connections.map((connection) => ({
              value: connection.connectionId,
              label: connection.name,
            }))}
            value={from}
            onChange={(value) => setFrom(value ?? connectionId)}
          />
        )}
        {preview && <p role="status">{previewText(preview)}</p>}
        {preview && preview.differing > 0 && (
          <Differences preview={preview} replaces={replaces} onChange={setReplaces} />
        )}
        {error && <ErrorNotice error={error} />}
        <FormButtons>
          <PlainButton onClick={onClose}>{ACTIONS.cancel}</PlainButton>
          <Button type="submit" disabled={shared === 0} loading={share.isPending}>
            {SHARE.share}
          </Button>
        </FormButtons>
      </form>
    </Dialog>
  );
}

interface DifferencesProps {
  readonly preview: SharePreview;
  readonly replaces: boolean;
  readonly onChange: (replaces: boolean) => void;
}

function Differences({ preview, replaces, onChange }: DifferencesProps) {
  const { differences, differing } = preview;
  const more = differing - differences.length;
  return (
    <>
      <Radio.Group
        label={SHARE.differing}
        value={replaces ? "replace" : "leave"}
        onChange={(value) => onChange(value === "replace")}
      >
        <Stack gap={6} mt={6}>
          <Radio value="leave" label={SHARE.leave} />
          <Radio value="replace" label={SHARE.replace} />
        </Stack>
      </Radio.Group>
      <DataTable
        label={SHARE.differing}
        rows={differences}
        keyOf={({ document, id }) => `${document} ${id}`}
        columns={[
          { key: "record", heading: SHARE.record, renderCell: ({ document, id }) => id || document },
          { key: "own", heading: SHARE.own, renderCell: ({ own }) => valueText(own) },
          { key: "team", heading: SHARE.team, renderCell: ({ team }) => valueText(team) },
        ]}
      />
      {more > 0 && <p className="sd-note">{SHARE.more({ more })}</p>}
    </>
  );
}
