import { Button } from "@mantine/core";
import { useRef } from "react";
import { useHostServices, useConnectionApi } from "../../host/host-context.ts";
import { errorOf } from "../../base/unwrap.ts";
import { useMutationCall } from "../../base/use-mutation-call.ts";
import { ErrorNotice } from "../../ui/notice.tsx";
import { clearKey, KeyField, readKey } from "../../ui/fields.tsx";

import classes from "./replace-key-form.module.css";
import { KEY_FORM } from "./messages.ts";

/** The form that replaces the key of the open connection. */
export function ReplaceKeyForm({ onDone }: { readonly onDone?: () => void }) {
  const { host, connectionId } = useConnectionApi();
  const { live } = useHostServices();
  const input = useRef<HTMLInputElement>(null);
  const replace = useMutationCall(host.replaceKey, (connection) => {
    live.adopt(connection);
    onDone?.();
  });
  const error = errorOf(replace.error);

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        const key = readKey(input.current);
        if (key === "") return input.current?.focus();
        replace.mutate({ connectionId, key });
        clearKey(input.current);
      }}
    >
      <KeyField
        ref={input}
        size="xs"
        aria-label={KEY_FORM.key}
        placeholder={KEY_FORM.key}
        className={classes.field}
      />
      <Button type="submit" loading={replace.isPending}>
        {KEY_FORM.replace}
      </Button>
      {error && (
        <div className={classes.error}>
          <ErrorNotice error={error} />
        </div>
      )}
    </form>
  );
}
