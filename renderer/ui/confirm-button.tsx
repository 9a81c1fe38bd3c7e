import { Box, Button, Modal } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import type { ReactNode } from "react";
import type { Result } from "../../shared/base/errors.ts";
import { errorOf } from "../base/unwrap.ts";
import { useMutationCall } from "../base/use-mutation-call.ts";
import { ErrorNotice } from "./notice.tsx";
import { useCloseOnNavigation } from "./dialog.tsx";
import { FormButtons, PlainButton } from "./buttons.tsx";
import { ACTIONS } from "./messages.ts";

interface ConfirmButtonProps {
  readonly label: string;
  /** The button's accessible name, if several buttons have the same label. */
  readonly accessibleName?: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly disabled?: boolean;
  readonly action: () => Promise<Result<unknown>>;
}

/** A button that asks for confirmation before its action. */
export function ConfirmButton({
  label,
  accessibleName = label,
  title,
  children,
  disabled = false,
  action,
}: ConfirmButtonProps) {
  const [opened, { open, close }] = useDisclosure();
  const run = useMutationCall<void, unknown>(action, close);
  useCloseOnNavigation(opened, close);
  const error = errorOf(run.error);
  return (
    <>
      <PlainButton aria-label={accessibleName} disabled={disabled} onClick={open}>
        {label}
      </PlainButton>
      <Modal
        opened={opened}
        onClose={close}
        title={title}
        closeButtonProps={{ "aria-label": ACTIONS.cancel }}
      >
        <Box component="p" m="0 0 18px">
          {children}
        </Box>
        {error && <ErrorNotice error={error} />}
        <FormButtons>
          <PlainButton onClick={close} data-autofocus>
            {ACTIONS.cancel}
          </PlainButton>
          <Button color="red.8" loading={run.isPending} onClick={() => run.mutate()}>
            {label}
          </Button>
        </FormButtons>
      </Modal>
    </>
  );
}
